/** What becomes of an empty value. */

import type { Field } from '../model/field';
import { isRecord } from '../model/record';
import { isExpression, isFromModel } from './expressions';
import { invalidParameter } from './invalidParameter';

/** Undefined, null, "", [], and {} are all empty, because AI models and empty cells send any of them. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isRecord(value) && Object.keys(value).length === 0;
}

/** A field of its own, or one that a user adds: a filter, or an entry of another collection. */
export type Place = 'field' | 'filter' | 'entry';

/** A text, a menu of several choices, or anything else: a number, a switch, a menu of one choice, a collection. */
type Kind = 'text' | 'choices' | 'other';

/** Who has left it empty: a person, an expression of a person, or the model that calls the node as a tool. */
type Source = 'person' | 'expression' | 'model';

type Outcome =
	/** As if the field were not there. */
	| 'left out'
	/** The default of the field. */
	| 'default'
	/** An empty text, which clears a field of the service. Null and undefined are no text, so they are left out. */
	| 'sent'
	/** A filter that matches no record. Without it, every record would match. */
	| 'matches nothing'
	/** The default could be the opposite of what was meant, such as no limit or any status. */
	| 'refused';

const OUTCOMES: Record<Place, Record<Kind, Record<Source, Outcome>>> = {
	field: {
		text: { person: 'left out', expression: 'left out', model: 'left out' },
		choices: { person: 'default', expression: 'refused', model: 'default' },
		other: { person: 'default', expression: 'refused', model: 'default' },
	},
	filter: {
		text: { person: 'matches nothing', expression: 'matches nothing', model: 'left out' },
		choices: { person: 'left out', expression: 'matches nothing', model: 'left out' },
		other: { person: 'left out', expression: 'refused', model: 'left out' },
	},
	entry: {
		text: { person: 'sent', expression: 'sent', model: 'left out' },
		choices: { person: 'left out', expression: 'left out', model: 'left out' },
		other: { person: 'left out', expression: 'refused', model: 'left out' },
	},
};

function kindOf({ type }: Field): Kind {
	if (type === 'string' || type === 'resourceLocator') return 'text';
	return type === 'multiOptions' ? 'choices' : 'other';
}

function sourceOf(saved: unknown): Source {
	if (isFromModel(saved)) return 'model';
	// Who selects nothing in a menu saves an empty list, so an entry that is empty is an expression too.
	const hasEntries = Array.isArray(saved) && saved.length > 0;
	return isExpression(saved) || hasEntries ? 'expression' : 'person';
}

/**
 * The value of a field that is empty.
 * @param saved as it is saved in the workflow, with its expressions
 * @returns undefined if it is left out
 * @throws {Problem} if it cannot be empty
 */
export function valueIfEmpty(place: Place, field: Field, value: unknown, saved: unknown): unknown {
	if (field.required) {
		throw invalidParameter(field, 'is empty', 'Enter a value, or check the expression.');
	}
	const kind = kindOf(field);
	switch (OUTCOMES[place][kind][sourceOf(saved)]) {
		case 'left out':
			return undefined;
		case 'default':
			return field.default;
		case 'sent':
			return typeof value === 'string' ? '' : undefined;
		case 'matches nothing':
			return kind === 'choices' ? [''] : '';
		case 'refused':
			throw invalidParameter(field, 'is empty', 'Check the expression. It returns an empty value.');
	}
}
