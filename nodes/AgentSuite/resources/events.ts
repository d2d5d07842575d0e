// Made by `npm run generate` from the files of this folder.
export { articleCreated } from './article/created.event';
export { articlePublished } from './article/published.event';
export { balanceLow } from './billing/balanceLow.event';
export { leadCreated } from './lead/created.event';
export { leadCreatedOrUpdated } from './lead/createdOrUpdated.event';
export { leadStatusChanged } from './lead/statusChanged.event';
export { leadUpdated } from './lead/updated.event';
export { platformInvalid } from './seoPlatform/invalid.event';
