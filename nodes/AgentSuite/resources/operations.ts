// Made by `npm run generate` from the files of this folder.
export { articleGetAll } from './article/getAll.operation';
export { articleGetBySeoJob } from './article/getBySeoJob.operation';
export { billingGetActiveUsers } from './billing/getActiveUsers.operation';
export { billingGetTokenBalance } from './billing/getTokenBalance.operation';
export { leadGet } from './lead/get.operation';
export { leadGetAll } from './lead/getAll.operation';
export { seoPlatformCreate } from './seoPlatform/create.operation';
export { seoPlatformGetAll } from './seoPlatform/getAll.operation';
export { snippetUpdate } from './snippet/update.operation';
export { whatsAppSetFirstMessage } from './whatsApp/setFirstMessage.operation';
