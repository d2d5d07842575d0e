/** Fields of operations and events. */

import type { Field } from '../model/field';
import type { Operation } from '../model/operation';
import { INCLUDE_SECRETS } from '../records/secrets';

/** Include Secrets, if the records of an operation have any that a user can need. */
export const secretsOptions = ({ response: { secrets } }: Operation): Field[] =>
	secrets?.option === undefined
		? []
		: [
				{
					displayName: 'Include Secrets',
					name: INCLUDE_SECRETS,
					type: 'boolean',
					default: false,
					description: `Whether to include secrets in the output: ${secrets.option}. They are then stored in the execution data, and passed to any AI model that gets the output.`,
				},
			];

/** In the order that n8n's guidelines require of a collection. */
export const byLabel = (left: Pick<Field, 'displayName'>, right: Pick<Field, 'displayName'>) =>
	left.displayName.localeCompare(right.displayName, 'en');

/** The collection Options, which comes last. */
export const optionsCollection = (options: readonly Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...options].sort(byLabel),
});
