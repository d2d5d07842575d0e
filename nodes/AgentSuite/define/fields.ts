/** What fields of several resources are made of. */

import type { Field } from '../model/field';
import type { Target } from '../model/operationSpec';
import type { PickList } from '../model/pickList';
import { count, sentence, sentences } from '../texts/words';

interface IdTexts<Name> extends Pick<Field, 'displayName' | 'description'> {
	/** What the ID identifies, in a sentence: "SEO job". */
	thing: string;
	name: Name;
	/** Of an ID that is entered. */
	placeholder: string;
	/** Where to find the ID, also after a 404. */
	hint: string;
}

const targetOf = <const Name extends string>(
	{ thing, hint }: IdTexts<Name>,
	field: Target<Name>['field'],
): Target<Name> => ({
	field,
	notFoundAdvice: sentences(`Your organization has no ${thing} with this ID.`, sentence(hint)),
});

/** The `target` of an operation, whose ID the user selects from a list or enters. @param select placeholder of the list */
export function pickId<const Name extends string>(
	list: PickList,
	{ select, ...texts }: IdTexts<Name> & { select: string },
): Target<Name> {
	const { name, displayName, description, placeholder, hint } = texts;
	return targetOf(texts, {
		name,
		displayName,
		description,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: select,
				hint: `Opening this list costs ${count(list.from.tokens, 'token')}, at most once per minute. If it fails, each opening can cost four times that`,
				typeOptions: { searchListMethod: list.method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder, hint },
		],
	});
}

/** The `target` of an operation, whose ID the user enters, because no documented read lists it. */
export const idField = <const Name extends string>({
	thing,
	...texts
}: IdTexts<Name>): Target<Name> =>
	targetOf({ thing, ...texts }, { ...texts, type: 'string', required: true, default: '' });

/** For fields whose text can contain variables that the service fills in, see `checkVariables`. */
export const variablesHint =
	'If you paste a variable of the service such as {{name}}, n8n can switch to Expression: switch back to Fixed';
