/** Each event once, from the tables alone: a new event needs no line here. */
import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import { readEvent } from '../../../nodes/AgentSuite/parameters/readTrigger';
import * as table from '../../../nodes/AgentSuite/resources/events';
import { defaultsReader, eventOutput } from '../../../scripts/docs/events';
import { useService } from '../../support/service';
import { forgetSharedLists } from '../../support/triggerProcess';

const service = useService();
const events = Object.values(table);

/** The response of the service to the request of a list. */
async function responseOf({ list }: TriggerEvent): Promise<unknown> {
	const { url, tokens } = service.sandbox;
	const headers = { authorization: `Bearer ${tokens.admin}` };
	const response = await fetch(`${url}${list.operation.path}`, { headers });
	return await response.json();
}

/** A response with these records instead of its own. A response that is no list is the record. */
function withRecords(body: unknown, records: IDataObject[]): unknown {
	if (Array.isArray(body)) return records;
	const fields = Object.entries(body as IDataObject);
	const [list] = fields.find(([, value]) => Array.isArray(value)) ?? [];
	if (list === undefined) return { ...(body as IDataObject), ...records[0] };
	return { ...(body as IDataObject), [list]: records };
}

/** Another value of the same type. */
function other(value: unknown): IDataObject[string] {
	if (typeof value === 'number') return value * 10 + 1;
	if (typeof value === 'boolean') return !value;
	return typeof value === 'string' ? `not ${value}` : 'something';
}

/** The documented record, and what it is in the example of the event. */
function recordsOf(event: TriggerEvent): { documented: IDataObject; now: IDataObject } {
	const { documented } = event.list.operation.response;
	const { record = documented } =
		event.example?.(documented, readEvent(defaultsReader, event)) ?? {};
	return { documented, now: record };
}

/** How a record can have come about: it was not there, it was as documented, or one of its fields was different. */
function histories(event: TriggerEvent): IDataObject[][] {
	const { documented, now } = recordsOf(event);
	const fields = event.list.parts.map(({ name }) => name).filter((name) => name in now);
	const changed = fields.map((name) => [{ ...now, [name]: other(now[name]) }]);
	return [[], [documented], ...changed];
}

describe.each(events)('$event', (event) => {
	const { documented: unchanged, now } = recordsOf(event);
	let body: unknown;

	beforeEach(async () => {
		body = await responseOf(event);
	});

	const respondWith = (records: IDataObject[]) => {
		service.sandbox.clearFaults();
		const fault = { kind: 'status', status: 200, body: withRecords(body, records) } as const;
		service.sandbox.addFault({ ...fault, times: Infinity });
	};

	/** The items of a published trigger after such a history, from before to now, and of the poll after that. */
	const itemsAfter = async (before: IDataObject[]) => {
		forgetSharedLists();
		respondWith(before);
		const host = service.host({ event: event.event });
		expect(await host.activate()).toBeNull();
		respondWith([now]);
		const items = await host.poll();
		expect(await host.poll()).toBeNull();
		return items ?? [];
	};

	test('happens once, with the documented fields in the same order', async () => {
		const found = [];
		for (const before of histories(event)) found.push(await itemsAfter(before));
		const items = found.flat();
		if (items.length === 0)
			throw new Error(
				`${event.event} never happens: check the parts of its list, and what its emit compares with`,
			);
		expect(found.every((each) => each.length <= 1)).toBe(true);
		const documented = Object.keys(eventOutput(event));
		const fields = items.map((item) => Object.keys(item));
		expect(fields).toContainEqual(documented);
		for (const each of fields) expect(documented).toEqual(expect.arrayContaining(each));
	});

	test('a test event has the same fields', async () => {
		respondWith([now]);
		const host = service.host({ event: event.event });
		const shown = await host.test().catch((error: Error) => {
			throw new Error(
				`A new record does not show the event: check what its emit compares with, or add an example to its file: ${error.message}`,
			);
		});
		expect(shown?.map((item) => Object.keys(item))).toEqual([Object.keys(eventOutput(event))]);
	});

	test('nothing happens if nothing changes', async () => {
		respondWith([unchanged]);
		const host = service.host({ event: event.event });
		await host.activate();
		expect(await host.poll()).toBeNull();
	});
});

test('an event that this version does not have is refused, with what to do', async () => {
	const host = service.host({ event: 'leadRemoved' });
	await expect(host.activate()).rejects.toMatchObject({
		message: 'The trigger has no such event: "leadRemoved"',
		description: expect.stringContaining('update the node') as string,
	});
});
