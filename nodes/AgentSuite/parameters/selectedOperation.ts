import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { textOf } from '../records/record';
import { inQuotes } from '../texts/words';
import type { ParameterReader } from './reader';

/**
 * The selected operation.
 * @param reader of the first item, whose operation is that of all
 * @throws {Problem} when this version does not have the operation
 */
export function selectedOperation({ read }: ParameterReader, operations: Operation[]): Operation {
	const resource = read('resource', '');
	const operation = read('operation', '');
	const found = operations.find(
		(entry) => entry.resource.value === resource && entry.value === operation,
	);
	if (found) return found;
	// The value of the entry that n8n's editor adds to every menu of resources and operations.
	if ([resource, operation].includes('__CUSTOM_API_CALL__')) {
		throw new Problem({
			kind: 'input',
			message: "'Custom API Call' is a hint in the n8n editor, not an operation of this node",
			description:
				"Select another operation. For other API requests, use n8n's HTTP Request node with the Agent Suite credential.",
		});
	}
	throw new Problem({
		kind: 'input',
		message: 'The node has no such operation',
		detail: inQuotes(`${textOf(resource)}.${textOf(operation)}`),
		description:
			'Select the resource and operation again. If the workflow was created with a newer version of this node, update the node.',
	});
}
