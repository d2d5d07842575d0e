/**
 * What the node cannot do, so that a file of `resources/` cannot declare it. Checked when the file is loaded, so that `npm run generate`,
 * the build, and each test say it.
 */

import type { TriggerEvent } from '../model/event';
import type { PickList } from '../model/pickList';
import { optionsOf } from '../fields/operationFields';
import { shownFields, shownFieldsOfEvent } from '../fields/shownFields';
import { optionsOfEvent } from '../fields/triggerFields';
import { wrongFields, wrongNames, wrongReserved, type Texts } from './fieldRules';
import { wrongOperation, wrongReader, type Declared } from './operationRules';
import { sourcesIn } from './request';

/** Names of the fields that n8n adds to a node as a tool. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];
/** The same of a node that polls. */
const OF_POLLS = 'pollTimes';

/** @throws for all that is wrong. @param what is declared, by its name */
function throwAll(what: string, texts: Texts): void {
	const wrong = texts.filter((text) => text !== false);
	if (wrong.length > 0)
		throw new Error([...new Set(wrong)].map((text) => `${what}: ${text}`).join('\n'));
}

export function checkOperation(declared: Declared): void {
	const { operation, spec } = declared;
	const { id, fields, filters } = operation;
	const options = optionsOf(operation, 'model');
	throwAll(id, [
		...wrongFields(fields, [...options, ...filters.map(({ field }) => field)]),
		...wrongNames(shownFields(operation), ['resource', 'operation', ...OF_TOOLS]),
		// Also of an option and another field, of which a refusal and the request would take one.
		...wrongNames(sourcesIn(spec).map(({ field }) => field)),
		...wrongReserved(fields, spec),
		...wrongOperation(declared),
	]);
}

export function checkEvent(event: TriggerEvent): void {
	throwAll(event.event, [
		...wrongFields(event.fields, optionsOfEvent(event)),
		...wrongNames(shownFieldsOfEvent(event), ['event', OF_POLLS]),
		...wrongReserved(event.fields, { simplify: event.list.operation.simplify }),
		...wrongReader(event.list.operation),
	]);
}

export function checkPickList({ method, from }: PickList): void {
	throwAll(method, wrongReader(from));
}
