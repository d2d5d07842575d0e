import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { hideSecrets } from '../output/secrets';
import type { TriggerSettings } from '../parameters/readParameters';
import { Deliveries } from './deliver';
import type { Delivery } from './delivery';
import { murmur3 } from './difference/hash';
import { difference, itemSince, select, type Selected } from './difference/selectChanges';
import { canReport, senderOf, steadyClock } from './emit';
import { ownerOf, storeSnapshot, usableSnapshot } from './snapshot';
import { newestSnapshot, remember, rememberDeliveries, type TriggerProcess } from './state';

/** Number of executions in progress from which new records wait. n8n warns from eleven on. */
const MAX_IN_FLIGHT = 8;
const DAY_MS = 86_400_000;

export type Items = INodeExecutionData[][];

/** A poll of one trigger. */
interface Poll {
	context: IPollFunctions;
	settings: TriggerSettings;
	kept: TriggerProcess;
	log: Deliveries['log'];
	/** Whether n8n also stores the state of polls without an execution (durable cursors). */
	durable: boolean;
}

/** Turns items into what the trigger returns. */
export const outputOf =
	({ event, parameters: { options } }: TriggerSettings) =>
	(items: IDataObject[]): Items => {
		const shown = options.includeSecrets ? items : hideSecrets(event.list.operation, items);
		return [shown.map((json) => ({ json }))];
	};

/** With durable cursors, the state is a plain copy. Otherwise it is n8n's own object, which cannot be cloned. */
function isDurable(stored: IDataObject): boolean {
	try {
		return structuredClone(stored) !== undefined;
	} catch {
		return false;
	}
}

/** What a list is compared with: the snapshot, if there is one, and what has not been delivered since. */
function startOf({ context, settings, kept, log, durable }: Poll, listed: IDataObject[]) {
	const { event, parameters, retries } = settings;
	const { list, emitExisting } = event;
	const { id: node, credentials } = context.getNode();
	const credential = credentials?.agentSuiteApi?.id ?? '';
	const state = newestSnapshot(kept.latest, context.getWorkflowStaticData('node'), node);
	const named = ownerOf(listed);
	const { known: last, reason } = usableSnapshot(list, state, credential, named);
	const startsOver = 'so it starts over. Existing records are treated as already processed.';
	if (reason) log('warn', `${reason}, ${startsOver}`);
	const isLevel = emitExisting === 'always';
	const scope = murmur3(JSON.stringify([event.event, isLevel ? parameters : parameters.filters]));
	// A level reached with other settings does not show whether it was reported.
	const known = isLevel && state?.scope !== scope ? undefined : last;
	// Alert again if it might have ended and returned while n8n was down.
	const includeUnchanged = known
		? list.alerts && !kept.latest && !durable
		: isLevel || (emitExisting === 'option' && parameters.options.emitExisting === true && !reason);

	const live = state === kept.latest ? kept.deliveries : undefined;
	const earlier = live ?? new Deliveries(list.parts.length, known && state?.undelivered);
	const isContinued = known !== undefined && state?.scope === scope;
	const dropped = isContinued ? 0 : earlier.open.length;
	if (dropped > 0)
		log('warn', `another event or filter: ${dropped} undelivered records are dropped`);
	const deliveries = isContinued ? earlier : new Deliveries(list.parts.length);
	deliveries.log = log;
	deliveries.begin(steadyClock.now(), retries, kept.isPublished === true);
	const [revision, owner] = [state?.revision ?? 0, named || (known && state?.owner) || ''];
	const origin = { revision, list: list.name, node, credential, owner, scope };
	return { state, known, includeUnchanged, deliveries, origin };
}

const textOf = ({ row, kind, before }: Selected) =>
	`emitted the record at place ${row}, identified by: ${kind}${before ? `, changed: ${before.changed.join(', ')}` : ''}`;

/** Compares the list. Queues what is due again, and returns the fresh records, and the next snapshot. */
function compare(
	{ settings: { event, parameters }, log }: Poll,
	{ known, includeUnchanged, deliveries }: ReturnType<typeof startOf>,
	listed: IDataObject[],
) {
	const forgotten = known ? deliveries.dropGone(known.rows) : [];
	const today = Math.floor(Date.now() / DAY_MS);
	const result = difference(event.list, listed, known, today, includeUnchanged, forgotten);
	const { changes, snapshot, records, movedTo, removed } = result;
	deliveries.follow(movedTo, snapshot.rows, records.length, (earlier) =>
		itemSince(event, result, parameters, earlier),
	);
	const open = changes.filter(({ row }) => !deliveries.isWaiting(row));
	const selected = select(event, open, parameters, includeUnchanged);
	const created = changes.filter(({ kind }) => kind === 'new').length;
	const changed = changes.filter(({ before }) => before).length;
	const counts = `${records.length} listed, ${created} new, ${changed} changed, ${removed} removed`;
	log('debug', `${counts}, ${selected.length} emitted`);
	for (const change of selected) log('debug', textOf(change));
	deliveries.queueDue(steadyClock.now());
	return { snapshot, fresh: deliveries.add(selected, snapshot.rows) };
}

/** Starts executions: one with the fresh records, and others with what is due. False if n8n refuses one. */
function startExecutions(
	{ context, settings, kept, durable }: Poll,
	deliveries: Deliveries,
	fresh: Delivery[],
): boolean {
	const advance = () => {
		const piece = kept.deliveries?.next();
		return !piece || kept.send?.(kept.deliveries as Deliveries, piece, true) !== false;
	};
	// An emission stores what the piece before it has delivered. With durable cursors, the next poll does.
	const store = () => !durable && rememberDeliveries(kept, context.getWorkflowStaticData('node'));
	kept.send = senderOf(context, outputOf(settings), store, advance);
	const waits = fresh.length === 0 || deliveries.inFlight >= MAX_IN_FLIGHT;
	return (waits || kept.send(deliveries, fresh, false)) && advance();
}

/** Compares the records with the state. Synchronous, so that the state and what is returned change together. */
export function check(given: Omit<Poll, 'durable'>, listed: IDataObject[]): Items | null {
	const { context, settings, kept, log } = given;
	const stored = context.getWorkflowStaticData('node');
	const poll = { ...given, durable: isDurable(stored) };
	const start = startOf(poll, listed);
	const { deliveries, origin, state } = start;
	const { snapshot, fresh } = compare(poll, start, listed);
	Object.assign(kept, { deliveries, isPublished: false });
	remember(kept, stored, storeSnapshot(settings.event.list, snapshot, origin, deliveries), state);

	const isReported = canReport(context) && !kept.isRefused;
	if (isReported && startExecutions(poll, deliveries, fresh)) return null;
	const plain = deliveries.takeAll();
	rememberDeliveries(kept, stored);
	if (settings.retries && !kept.isRefused)
		log('warn', 'n8n reports no end of executions, so they are not retried');
	kept.isRefused = true;
	return plain.length > 0 ? outputOf(settings)(plain) : null;
}
