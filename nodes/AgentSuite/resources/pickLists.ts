// The lists from which users pick an ID: one line per list.
export { seoJobs } from './article/seoJobs.pickList';
