import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../nodes/AgentSuite/model/field';
import type { Effect } from '../../nodes/AgentSuite/model/endpoint';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import * as table from '../../nodes/AgentSuite/resources/operations';

/** The example that the editor shows in an empty field, or what it selects in a switch or a menu. */
export const exampleOf = (
	field: Pick<Field, 'placeholder' | 'modes' | 'default'>,
): IDataObject[string] => {
	const shown = field.modes?.find(({ name }) => name === 'id')?.placeholder ?? field.placeholder;
	return (shown?.replace(/^e\.g\. /, '') ?? field.default) as IDataObject[string];
};

/** Required fields that are visible by default, and one field of those to update, with their examples. */
function examplesOf({ fields, effect }: Operation): IDataObject {
	const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
	const isVisible = ({ displayOptions }: Field) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
			values?.includes(defaults[name] as never),
		);
	return Object.fromEntries(
		fields.flatMap((field): Array<[string, IDataObject[string]]> => {
			if (!isVisible(field)) return [];
			if (field.required) return [[field.name, exampleOf(field)]];
			const [first] = field.type === 'collection' && effect !== 'read' ? (field.options ?? []) : [];
			return first && 'type' in first ? [[field.name, { [first.name]: exampleOf(first) }]] : [];
		}),
	);
}

/** The operations by their IDs, such as `lead.get`. */
export const operations: Record<string, Operation> = Object.fromEntries(
	Object.values(table).map((operation) => [operation.id, operation]),
);

/** The IDs of the operations with one of the effects. */
export const idsOf = (...effects: Effect[]): string[] =>
	Object.keys(operations).filter((id) => effects.includes(operations[id].effect));

/** By operation, such as `lead.get`, the examples that the editor shows. With them it works against the sandbox. */
export const working: Record<string, IDataObject> = Object.fromEntries(
	Object.entries(operations).map(([id, operation]) => [id, examplesOf(operation)]),
);

/**
 * With its examples, an operation works.
 * @param failure what is wrong, if anything is
 * @throws an error that says so, and names the examples
 */
export function expectWorking(id: string, failure: string | undefined): void {
	if (failure === undefined) return;
	throw new Error(
		`${id} with ${JSON.stringify(working[id])}: ${failure} The placeholders have to be examples from sandbox/seed.ts.`,
	);
}
