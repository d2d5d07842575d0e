import type { INodeExecutionData } from 'n8n-workflow';

import type { RunResult } from '../support/engine';
import type { Checks } from './checks';
import type { Plan } from './plan';
import type { JournalEntry } from './remote';

export const ACCOUNTED = 'every input item ends as its records or as one error, linked to it';
export const ORDER = 'outputs come in the order of the input';
export const CONTENT = 'each output is the one that its input item requested';
export const ENDS = 'a run that fails says which item failed, and why';
export const SKIPPED = 'an empty record in a list makes nothing fail';
export const HINTS = 'no run says that it spent more than Max Tokens';

type Ending = 'done' | 'failed' | 'unknown';

const placeOf = ({ pairedItem }: INodeExecutionData) =>
	(pairedItem as { item?: number } | undefined)?.item ?? -1;
const isError = ({ json }: INodeExecutionData) => 'error' in json && 'details' in json;
const doubt = /may still have been processed/;

/** The result of each item of a run that continued after errors. */
function items(plan: Plan, { outputs: [first = [], second = []] }: RunResult, checks: Checks) {
	const fine = first.filter((output) => !isError(output));
	const failed = [...first.filter(isError), ...second];
	const records = plan.items.map(() => 0);
	const errors = plan.items.map(() => [] as INodeExecutionData[]);
	for (const output of fine) {
		const item = placeOf(output);
		records[item]++;
		if (plan.fits) {
			const wrong = !plan.fits(item, output.json);
			checks.look(CONTENT, wrong && `${plan.operation}: ${JSON.stringify(output.json)}`);
		}
	}
	for (const output of failed) errors[placeOf(output)]?.push(output);
	for (const output of [first, second]) {
		const places = output.map(placeOf);
		const wrong = places.some((place, index) => index > 0 && place < places[index - 1]);
		checks.look(ORDER, wrong && `${plan.operation}: ${places.join()}`);
	}
	const strays = [...fine, ...failed].map(placeOf).filter((item) => !(item in plan.items));
	return plan.items.map((_, item) => {
		const { least, most } = plan.gives(item);
		const [many, bad] = [records[item], errors[item]];
		const right = bad.length === 0 ? many >= least && many <= most : bad.length === 1 && many === 0;
		checks.look(
			ACCOUNTED,
			(!right || strays.length > 0) &&
				`${plan.operation}, item ${item} of ${plan.items.length}: ${many} records (${least} to ${most}), ${bad.length} errors, strays ${strays.join()}`,
		);
		const outcome: Ending = bad.length > 0 ? 'failed' : 'done';
		return { outcome, doubtful: doubt.test(JSON.stringify(bad.map(({ json }) => json.details))) };
	});
}

/** A run that an error ended. The error names the item. The results of the others are unknown. */
function ended(plan: Plan, { error, outputs }: RunResult, checks: Checks) {
	const [, place] = /\[item (\d+)\]$/.exec(error?.message ?? '') ?? [];
	const named = place !== undefined && Number(place) < plan.items.length;
	const own = /^Node(Api|Operation)Error$/.test(error?.name ?? '') && Boolean(error?.description);
	const right = named && own && outputs.flat().length === 0;
	checks.look(
		ENDS,
		!right &&
			`${plan.operation}: ${error?.name}: ${error?.message} (${error?.description}), ${outputs.flat().length} outputs`,
	);
	return plan.items.map((_, item) => {
		const outcome: Ending = item === Number(place) ? 'failed' : 'unknown';
		return { outcome, doubtful: doubt.test(String(error?.description)) };
	});
}

/**
 * Checks the result of a run, item by item.
 * @returns journal entries for the items that write
 */
export function account(plan: Plan, result: RunResult, checks: Checks): JournalEntry[] {
	const { status } = result.run;
	const stopped = plan.stopAfter !== undefined && status === 'canceled';
	const goesOn = plan.settings.onError !== 'stopWorkflow';
	let endings: Array<{ outcome: Ending; doubtful: boolean }>;
	if (stopped) {
		endings = plan.items.map(() => ({ outcome: 'unknown', doubtful: false }));
	} else if (status === 'success' && !result.error) {
		endings = items(plan, result, checks);
	} else {
		checks.look(
			ACCOUNTED,
			goesOn && `${plan.operation} goes on after errors, but ended: ${result.error?.message}`,
		);
		endings = ended(plan, result, checks);
	}
	const everything = JSON.stringify([result.outputs, result.error?.message ?? '']);
	checks.look(SKIPPED, /\(record \d+\)/.test(everything) && `${plan.operation}: ${everything}`);
	const hint = result.task?.hints?.map(({ message }) => message).join() ?? '';
	const told = [...hint.matchAll(/(\d+) tokens? (spent|used)/g)].map(([, many]) => Number(many));
	if (plan.maxTokens > 0) {
		const wrong = Math.max(0, ...told) > plan.maxTokens;
		checks.look(HINTS, wrong && `${hint}, bound ${plan.maxTokens}`);
	}
	const { keyOf, credential, settings } = plan;
	if (!keyOf) return [];
	const last = (result.run.data.resultData.runData['Agent Suite']?.length ?? 1) - 1;
	return Array.from({ length: plan.runs }, (_, runIndex) =>
		endings.map((ending, item) => ({
			// The result belongs to the last run.
			...(runIndex === last ? ending : { outcome: 'unknown' as const, doubtful: false }),
			key: `${keyOf(item)}.${runIndex}`,
			token: plan.tokenOf?.(item) ?? String(credential.accessToken),
			retryOnFail: settings.retryOnFail ?? false,
			run: plan.run,
			operation: plan.operation,
			maxTokens: plan.maxTokens,
			...(stopped && { stoppedAt: performance.timeOrigin + performance.now() }),
		})),
	).flat();
}
