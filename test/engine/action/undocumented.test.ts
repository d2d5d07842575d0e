/** What the node uses of n8n without a promise in n8n's documentation: that n8n does it, and what happens if it no longer does. */
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { runTool, type Way } from '../../support/agent';
import { hintsOf, useQuickService, working } from '../../support/service';

const service = useQuickService();
const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const sent = () => service.sandbox.requests.length;
const id = 'seoPlatform.create';

/** A function of n8n's contexts, which can be declared in a class that they extend. */
type Name = keyof ExecuteContext;
const replaced: Array<() => void> = [];

/** Has n8n hand out something else until the end of the test. */
function replace(name: Name, value: unknown): void {
	Object.defineProperty(ExecuteContext.prototype, name, { value, configurable: true });
	replaced.push(() => Reflect.deleteProperty(ExecuteContext.prototype, name));
}

const own = Object.getOwnPropertyDescriptors(ExecuteContext.prototype);
afterEach(() => {
	for (const restore of replaced.splice(0)) restore();
	Object.defineProperties(ExecuteContext.prototype, own);
});

/** Runs a create whose first item succeeds and whose second one is refused once, so that n8n runs the node again. */
async function retried() {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 2 } });
	return await service.run(id, working[id], { items: [{}, {}], settings: again });
}

describe("getContext('node')", () => {
	test('is the same object for all tries of an execution', async () => {
		const { getContext } = ExecuteContext.prototype;
		const handed: unknown[] = [];
		replace('getContext', function (this: ExecuteContext, type: 'node') {
			const context = getContext.call(this, type);
			handed.push(context);
			return context;
		});
		await retried();
		expect(handed.length).toBeGreaterThan(2);
		expect(handed.filter((context) => context !== handed[0])).toEqual([]);
	});

	test('otherwise the IDs of execution and node keep a create from being repeated', async () => {
		replace('getContext', () => ({}));
		const { error, json } = await retried();
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(sent()).toBe(3);
	});
});

describe('$runIndex', () => {
	test('is the same for all tries, and counts the runs of a loop', async () => {
		const { getWorkflowDataProxy } = ExecuteContext.prototype;
		const seen: unknown[] = [];
		replace('getWorkflowDataProxy', function (this: ExecuteContext, item: number) {
			const proxy = getWorkflowDataProxy.call(this, item);
			seen.push(proxy.$runIndex);
			return proxy;
		});
		await retried();
		expect(new Set(seen)).toEqual(new Set([0]));
		seen.length = 0;
		await service.run(id, working[id], { runs: 3 });
		expect(seen).toEqual([0, 1, 2]);
	});

	test.each([
		['is missing', () => ({})],
		[
			'cannot be read',
			() => {
				throw new Error('no proxy');
			},
		],
	])('%s: each run of a loop sends its creates, and the output warns', async (_, proxy) => {
		replace('getWorkflowDataProxy', proxy);
		const { task, json } = await service.run(id, working[id], { runs: 2, settings: again });
		expect(sent()).toBe(2);
		expect(json).toHaveLength(1);
		const warning = 'Retry On Fail can create a record twice';
		expect(hintsOf(task)).toContainEqual(expect.stringContaining(warning));
		const once = await service.run(id, working[id]);
		expect(hintsOf(once.task).join()).not.toContain(warning);
	});
});

describe.each<Way>(['node', 'called'])('a tool, run as: %s', (way) => {
	const noteOf = async (type?: string) => {
		const parameters = { resource: 'lead', operation: 'getAll' };
		const credential = service.credential();
		const { observation } = await runTool(
			service.loader,
			way,
			parameters,
			credential,
			{},
			{ type },
		);
		return observation;
	};

	test('has a type that ends in Tool, and is recognized without it too', async () => {
		expect(await noteOf()).toContain('this is the full result');
		expect(await noteOf('n8n-nodes-agent-suite.agentSuiteForAgents')).toContain('full result');
	});

	test('is recognized by its type if n8n says nothing else', async () => {
		replace('getNodeOutputs', undefined);
		replace('isToolExecution', undefined);
		expect(await noteOf()).toContain('full result');
	});
});

test('a tool that an agent calls is recognized if n8n says nothing else', async () => {
	const { prototype } = SupplyDataContext;
	Object.defineProperty(prototype, 'getNodeOutputs', { value: undefined, configurable: true });
	replaced.push(() => Reflect.deleteProperty(prototype, 'getNodeOutputs'));
	const parameters = { resource: 'lead', operation: 'getAll' };
	const more = { type: 'n8n-nodes-agent-suite.agentSuiteForAgents' };
	const { loader } = service;
	const result = await runTool(loader, 'called', parameters, service.credential(), {}, more);
	expect(result.observation).toContain('full result');
});

test('cloneWith: only contexts for agents have it, which shows an agent before n8n 2.1', async () => {
	expect(ExecuteContext.prototype).not.toHaveProperty('cloneWith');
	const { prototype } = SupplyDataContext;
	const { isToolExecution } = prototype;
	prototype.isToolExecution = undefined as never;
	replaced.push(() => (prototype.isToolExecution = isToolExecution));
	const parameters = { resource: 'seoPlatform', operation: 'create', ...working[id] };
	const more = { settings: again, toolSets: 2 };
	await runTool(service.loader, 'called', parameters, service.credential(), {}, more);
	// The second call is no try of the first.
	expect(sent()).toBe(2);
});

test('an expression for a whole collection is replaced by an empty one, as docs/limits.md says', async () => {
	const filters = '={{ { email: "nobody@example.com" } }}';
	const { json, error } = await service.run('lead.getAll', { returnAll: true, filters });
	expect(error).toBeUndefined();
	expect(json.length).toBeGreaterThan(3);
});

test.each<Name>(['getExecutionCancelSignal', 'addExecutionHints'])(
	'%s: the node works without it',
	async (name) => {
		expect(ExecuteContext.prototype[name]).toBeInstanceOf(Function);
		const { prototype } = service.loader.getNode('agentSuite').type.constructor as {
			prototype: Required<INodeType>;
		};
		const { execute } = prototype;
		let wasMissing = false;
		// Only for the node, which asks first, because n8n itself needs it to send a request.
		prototype.execute = async function (this: IExecuteFunctions) {
			const context = new Proxy(this, {
				get: (target, property) => {
					if (property !== name || wasMissing) return Reflect.get(target, property) as unknown;
					wasMissing = true;
					return undefined;
				},
			});
			return await execute.call(context);
		};
		replaced.push(() => (prototype.execute = execute));
		const { error, json } = await service.run('lead.getAll');
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(wasMissing).toBe(true);
	},
);
