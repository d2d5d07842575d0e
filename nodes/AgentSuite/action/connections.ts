import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connectionOf, type Connection } from '../transport/connection';

interface Watched {
	connectionInputData?: INodeExecutionData[];
}

/**
 * Reads the connection of each item. Reading a credential takes milliseconds, so it is read once for all items, unless
 * it contains an expression. n8n does not say whether it does, but n8n only reads the items to evaluate an expression.
 */
export function connectionReader(
	context: IExecuteFunctions,
): (itemIndex: number) => Promise<Connection> {
	let shared: Promise<Connection> | undefined;
	const resolve = async (by: IExecuteFunctions, itemIndex: number) =>
		connectionOf(await by.getCredentials('agentSuiteApi', itemIndex));
	const items = (context as Watched).connectionInputData;
	// Older n8n versions do not show how they read the items.
	let differs = items === undefined;
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
