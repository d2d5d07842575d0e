import type { PickList } from '../model/pickList';
import { withoutSecrets } from '../records/secrets';
import { checkPickList } from './check';

/** Declares a pick list, whose `entries` get no secrets. @throws for an operation that cannot be read alone */
export function definePickList(list: PickList): PickList {
	checkPickList(list);
	return {
		...list,
		entries: (records) => list.entries(withoutSecrets(records, list.from.response.secrets)),
	};
}
