import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { AnyEventSpec, EventSpec } from '../model/eventSpec';
import type { Field } from '../model/field';
import type { ReadParameters } from '../model/parameterTypes';
import { withoutSecrets } from '../records/secrets';
import { checkEvent } from './check';
import { simplifiedRecord, simplifyFields } from './simplify';

/** Declares an event, and adds what follows from the operation of its list. @throws for what the trigger cannot do */
export const defineEvent = <
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	PartName extends string = string,
>(
	spec: EventSpec<Fields, Options, PartName>,
): TriggerEvent => eventOf(spec as AnyEventSpec);

function eventOf(spec: AnyEventSpec): TriggerEvent {
	const { event: id, name, description, list, offersExisting, testEventHint, emptyMessage } = spec;
	const event: TriggerEvent = {
		event: id,
		name,
		description,
		list,
		offersExisting,
		testEventHint,
		emptyMessage,
		fields: [...(spec.fields ?? []), ...simplifyFields(list.operation.simplify)],
		options: spec.options ?? [],
		emit: emitOf(spec),
		example: exampleOf(spec),
	};
	checkEvent(event);
	return event;
}

/** The record without its secrets, unless the user includes them. */
const allowed = ({ list }: AnyEventSpec, record: IDataObject, parameters: ReadParameters) =>
	withoutSecrets([record], list.operation.response.secrets, parameters)[0];

const emitOf =
	(spec: AnyEventSpec): TriggerEvent['emit'] =>
	(record, before, parameters) => {
		const { simplify } = spec.list.operation;
		const simplified = simplifiedRecord(allowed(spec, record, parameters), simplify, parameters);
		return spec.emit(simplified, before, parameters);
	};

const exampleOf =
	(spec: AnyEventSpec): TriggerEvent['example'] =>
	(record, parameters) => {
		const shown = allowed(spec, record, parameters);
		return spec.example?.(shown, parameters) ?? { record: shown };
	};
