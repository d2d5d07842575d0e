// The table: one line per operation. Menus, fields, schemas, documentation and tests are made from it.
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
