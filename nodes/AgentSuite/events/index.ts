// The trigger's table: one line per event. Menus, fields, schemas, documentation and tests are made from it.
export { articleCreated } from './articleCreated.event';
export { balanceLow } from './balanceLow.event';
export { leadCreated } from './leadCreated.event';
export { leadCreatedOrUpdated } from './leadCreatedOrUpdated.event';
export { leadStatusChanged } from './leadStatusChanged.event';
export { leadUpdated } from './leadUpdated.event';
export { platformInvalid } from './platformInvalid.event';
