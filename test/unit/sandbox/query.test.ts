import { operations as inContract } from '../../../sandbox/contract';
import { perform } from '../../../sandbox/operations';
import { tokens } from '../../../sandbox/seed';
import { Store } from '../../../sandbox/store';
import { operations, working } from '../../support/operationExamples';

const parameters = inContract.flatMap((operation) =>
	operation.parameters
		.filter((parameter) => parameter.in === 'query')
		.map(({ name }) => ({ id: operation.operationId, name, operation })),
);

// Otherwise, a node could send one that changes nothing, and every other test would pass.
test.each(parameters)(
	'$id: its behavior in sandbox/operations.ts reads the query parameter $name',
	({ id, name, operation }) => {
		const { query, body } = operations[id].request({ options: {}, ...working[id] });
		const sent = query.map((each) => [each.name, String(each.value)]);
		const read: unknown[] = [];
		const watched = new Proxy(Object.fromEntries(sent) as Record<string, string>, {
			get(values, key) {
				read.push(key);
				return Reflect.get(values, key) as unknown;
			},
		});
		const store = new Store({});
		const { user } = store.caller(tokens.admin)!;
		const path = working[id] as Record<string, string>;
		perform(operation, store, user, { path, query: watched, body });
		if (!read.includes(name))
			throw new Error(`sandbox/operations.ts: read the query parameter '${name}' in '${id}'`);
	},
);
