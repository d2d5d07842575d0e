/**
 * What released versions have read, stored, and emitted, replayed by this one: after an update, the first poll emits the same.
 * `RECORD=<version> npx jest test/engine/trigger/replay` records this version, as a step of its release.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import * as events from '../../../nodes/AgentSuite/resources/events';
import { useQuickService } from '../../support/service';
import { forgetSharedLists } from '../../support/triggerProcess';

const folder = join(__dirname, '../../release/replays');
const service = useQuickService();

interface Poll {
	/** The response of the service. */
	body: unknown;
	/** What the trigger has emitted, and what n8n has then stored of it. */
	items: IDataObject[] | null;
	stored: IDataObject;
}

/** The polls of each event, in order. */
type Recording = Record<string, Poll[]>;

const every = Object.values(events);
const parametersOf = (event: string) => ({
	event,
	options: { emitExisting: true },
	...(event === 'balanceLow' && { threshold: 100, options: {} }),
});

/** What happens in the service before each poll. */
const changes: Array<() => void> = [
	() => undefined,
	() => {
		const { sandbox } = service;
		const { id, lead } = sandbox.addLead({ status: 'interested' });
		// Told apart by other fields.
		sandbox.addLead({ agentConversationId: lead.agentConversationId });
		sandbox.updateLead(id, { status: 'contacted' });
		sandbox.addArticle();
		sandbox.updatePlatform(sandbox.platformIds[0], { invalidConfig: true });
		sandbox.setBalance(50, 0);
	},
	() => {
		const { sandbox } = service;
		const [first, second] = sandbox.leadIds;
		sandbox.updateLead(first.id, { status: 'not-interested', email: 'new@example.com' });
		sandbox.removeLead(second.id);
		sandbox.addLead();
		sandbox.updatePlatform(sandbox.platformIds[0], { invalidConfig: false });
		sandbox.setBalance(500, 0);
	},
];

/** What the next poll reads. */
function respondWith(body: unknown): void {
	forgetSharedLists();
	service.sandbox.clearFaults();
	service.sandbox.addFault({ kind: 'status', status: 200, body });
}

async function record(): Promise<Recording> {
	const recording: Recording = {};
	for (const { event, list } of every) {
		service.sandbox.reset();
		const host = service.host(parametersOf(event));
		const polls: Poll[] = [];
		for (const [place, change] of changes.entries()) {
			change();
			const { url, tokens } = service.sandbox;
			const headers = { authorization: `Bearer ${tokens.admin}` };
			const response = await fetch(url + list.operation.path, { headers });
			const body: unknown = await response.json();
			respondWith(body);
			// An update restarts n8n.
			if (place > 0) host.restart();
			const items = place === 0 ? await host.activate() : await host.poll();
			polls.push({ body, items, stored: structuredClone(host.stored) });
		}
		recording[event] = polls;
	}
	return recording;
}

/** What this version emits at each poll, if an earlier one has stored what it is compared with. */
async function replay(event: string, polls: Poll[]): Promise<Array<Poll['items']>> {
	const emitted: Array<Poll['items']> = [];
	for (const [place, { body }] of polls.entries()) {
		const host = service.host(parametersOf(event));
		if (place > 0) host.stored = polls[place - 1].stored;
		host.restart();
		respondWith(body);
		emitted.push(await host.activate());
		expect(host.warnings).toEqual([]);
	}
	return emitted;
}

const files = existsSync(folder) ? readdirSync(folder).filter((file) => /\.json$/.test(file)) : [];
const readRecording = (file: string) =>
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording;

test('what this version records is what it replays, and each event happens in it', async () => {
	const recording = JSON.parse(JSON.stringify(await record())) as Recording;
	for (const [event, polls] of Object.entries(recording)) {
		expect({ event, items: await replay(event, polls) }).toEqual({
			event,
			items: polls.map(({ items }) => items),
		});
		if (polls.slice(1).every(({ items }) => items === null))
			throw new Error(
				`${event} does not happen: in changes, change its list so that it does, or check which part its emit asks about`,
			);
	}
	const { RECORD: version } = process.env;
	if (!version) return;
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(recording)}\n`);
});

if (files.length > 0) {
	test.each(files)(
		'the next poll after an update from %s emits what that version would',
		async (file) => {
			for (const [event, polls] of Object.entries(readRecording(file))) {
				const items = polls.map((poll) => poll.items);
				expect({ event, items: await replay(event, polls) }).toEqual({ event, items });
			}
		},
	);
}
