import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connectionOf, type Connection } from '../transport/connection';

/** n8n's item for an expression in a credential. Its type does not show it. */
interface Watched {
	connectionInputData?: INodeExecutionData[];
}

/**
 * The connection of each item. Resolving the credential costs milliseconds, so it is done once for all items, unless
 * it has an expression: then what it gives for one item is not used for another. n8n does not tell which it is, but it
 * looks at the items only to evaluate an expression.
 */
export function connectionReader(
	context: IExecuteFunctions,
): (itemIndex: number) => Promise<Connection> {
	let differs = false;
	let shared: Promise<Connection> | undefined;
	const resolve = async (by: IExecuteFunctions, itemIndex: number) =>
		connectionOf(await by.getCredentials('agentSuiteApi', itemIndex));
	const items = (context as Watched).connectionInputData;
	const watching: PropertyDescriptorMap = items
		? {
				connectionInputData: {
					value: new Proxy(items, {
						get(target, name) {
							differs = true;
							return Reflect.get(target, name) as unknown;
						},
					}),
				},
			}
		: {};
	return async (itemIndex) => {
		if (!shared) {
			shared = resolve(Object.create(context, watching) as IExecuteFunctions, itemIndex);
			return await shared;
		}
		return differs ? await resolve(context, itemIndex) : await shared;
	};
}
