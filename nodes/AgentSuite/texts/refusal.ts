import type { Field } from '../model/field';
import type { RefusalTexts } from '../model/operationSpec';
import { Problem } from '../model/problem';

/** What a `Refuse` (`model/operationSpec.ts`) makes, with the field itself. The value is no part of these texts, but the `detail`. */
export const refusal = (
	{ name, displayName }: Pick<Field, 'name' | 'displayName'>,
	// The advice is for a person in the editor.
	{ what, advice, forModel = 'Correct the value and call the tool again.' }: RefusalTexts,
): Problem =>
	new Problem({
		kind: 'input',
		headline: `'${displayName}' ${what}`,
		description: advice,
		forModel,
		parameter: name,
	});
