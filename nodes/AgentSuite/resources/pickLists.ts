// Made by `npm run generate` from the files of this folder.
export { seoJobs } from './article/seoJobs.pickList';
