/** For services that create or update in one step, matched on one column. */
import type { Link, Parameters } from '../workflow';

/** Columns for people to read, with their expressions. */
export const titledColumns = {
	'Lead Key': '={{ $json.leadKey }}',
	'First Name': '={{ $json.firstName }}',
	'Last Name': '={{ $json.lastName }}',
	Email: '={{ $json.email }}',
	Phone: '={{ $json.phone }}',
	Status: '={{ $json.status }}',
};

/** The mapping of columns to values, as n8n's resource mapper stores it. With `onlyKey`, no other column can be matched on. */
export function mappingOf(
	values: Record<string, string>,
	key: string,
	onlyKey = false,
): Parameters {
	return {
		mappingMode: 'defineBelow',
		value: values,
		matchingColumns: [key],
		schema: Object.keys(values).map((column) => ({
			id: column,
			displayName: column,
			type: 'string',
			required: onlyKey && column === key,
			defaultMatch: false,
			display: true,
			canBeUsedToMatch: !onlyKey || column === key,
		})),
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
}

/** The only node is the first and the last, with an output for refused leads. */
export const oneStep = (upsert: string) => ({
	width: 1,
	first: upsert,
	links: ({ arrived, failed }: { arrived: string; failed: string }): Link[] => [
		[upsert, arrived, 0],
		[upsert, failed, 1],
	],
});
