/** What fields of several resources are made of. */

import type { Field } from '../model/field';
import type { PickList } from '../model/pickList';
import { count } from '../texts/words';

interface PickTexts<Name> {
	name: Name;
	displayName: string;
	description: string;
	/** Placeholder of the list: "Select by an article title..." */
	select: string;
	/** Of an ID that is entered. */
	placeholder: string;
	hint: string;
}

/** The `target` of an operation, which the user selects from a list or enters. */
export const pickId = <const Name extends string>(
	list: PickList,
	{ select, placeholder, hint, ...texts }: PickTexts<Name>,
) =>
	({
		...texts,
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
	}) as const satisfies Field;

/** A required text. */
export const requiredText = <
	const Texts extends Pick<Field, 'name' | 'displayName' | 'description'>,
>(
	texts: Texts,
) => ({ ...texts, type: 'string', required: true, default: '' }) as const satisfies Field;

/** The `target` of an operation, if no documented read lists it. Its hint says where to find the ID. */
export const idField = <
	const Texts extends Pick<Field, 'name' | 'displayName' | 'description'> & { hint: string },
>(
	texts: Texts,
) => requiredText(texts);

/** For fields whose text can contain variables that the service fills in, see `checkVariables`. */
export const variablesHint =
	'If you paste a variable of the service such as {{name}}, n8n can switch to Expression: switch back to Fixed';
