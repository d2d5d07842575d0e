import type { IDataObject } from 'n8n-workflow';

import type { EventSpec, TriggerEvent } from '../model/event';
import type { Field, ReadParameters } from '../model/field';
import { withoutSecrets } from '../records/secrets';
import { checkEvent } from './check';
import { simplifiedRecord, simplifyFields } from './simplify';

/** Declares an event, and adds what follows from the operation of its list. @throws for what the trigger cannot do */
export function defineEvent<
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
>(declared: EventSpec<Fields, Options>): TriggerEvent {
	const spec = declared as EventSpec<readonly Field[], readonly Field[], ReadParameters>;
	const { options = [], list } = spec;
	const {
		simplify,
		response: { secrets },
	} = list.operation;
	const fields = [...(spec.fields ?? []), ...simplifyFields(simplify)];
	const allowed = (record: IDataObject, parameters: ReadParameters): IDataObject =>
		withoutSecrets([record], secrets, parameters)[0];
	const event: TriggerEvent = {
		...spec,
		fields,
		options,
		emit(record, before, parameters) {
			const simplified = simplifiedRecord(allowed(record, parameters), simplify, parameters);
			return spec.emit(simplified, before, parameters);
		},
		example(record, parameters) {
			const shown = allowed(record, parameters);
			return spec.example?.(shown, parameters) ?? { record: shown };
		},
	};
	checkEvent(event);
	return event;
}
