import type { INodeExecutionData } from 'n8n-workflow';

import type { RunResult } from '../support/engine';
import type { Plan } from './plans';
import type { Entry } from './remote';
import type { Checks } from './tools';

const ACCOUNTED = 'every input item ends as its records or as one error, linked to it';
const ORDER = 'outputs come in the order of the input';
const CONTENT = 'each output is the one that its input item requested';
const ENDS = 'a run that fails says which item failed, and why';
const SKIPPED = 'an empty record in a list makes nothing fail';

export const resultChecks = [ACCOUNTED, ORDER, CONTENT, ENDS, SKIPPED];

type Ending = Pick<Entry, 'outcome' | 'doubtful'>;

const indexOf = ({ pairedItem }: INodeExecutionData) =>
	(pairedItem as { item?: number } | undefined)?.item ?? -1;
const isError = ({ json }: INodeExecutionData) => 'error' in json && 'details' in json;
const isDoubtful = (text: string) => /may still have been processed/.test(text);

/** The result of each item of a run that continued after errors. */
function items(plan: Plan, { outputs: [first = [], second = []] }: RunResult, checks: Checks) {
	const records = first.filter((output) => !isError(output));
	const errors = [...first.filter(isError), ...second];
	for (const output of records) {
		const wrong = plan.fits?.(indexOf(output), output.json) === false;
		checks.look(CONTENT, wrong && `${plan.operation}: ${JSON.stringify(output.json)}`);
	}
	for (const output of [first, second]) {
		const indexes = output.map(indexOf);
		const wrong = indexes.some((index, at) => at > 0 && index < indexes[at - 1]);
		checks.look(ORDER, wrong && `${plan.operation}: ${indexes.join()}`);
	}
	const strays = [...records, ...errors].filter((output) => !(indexOf(output) in plan.items));
	return plan.items.map((_, item): Ending => {
		const { least, most } = plan.gives(item);
		const many = records.filter((output) => indexOf(output) === item).length;
		const failed = errors.filter((output) => indexOf(output) === item);
		const right = failed.length ? failed.length === 1 && many === 0 : many >= least && many <= most;
		checks.look(
			ACCOUNTED,
			(!right || strays.length > 0) &&
				`${plan.operation}, item ${item} of ${plan.items.length}: ${many} records (${least} to ${most}), ${failed.length} errors, ${strays.length} strays`,
		);
		return {
			outcome: failed.length > 0 ? 'failed' : 'done',
			doubtful: isDoubtful(JSON.stringify(failed.map(({ json }) => json.details))),
		};
	});
}

/** A run that an error ended. The error names the item. The results of the others are unknown. */
function ended(plan: Plan, { error, outputs }: RunResult, checks: Checks) {
	const index = Number(/\[item (\d+)\]$/.exec(error?.message ?? '')?.[1] ?? -1);
	const own = /^Node(Api|Operation)Error$/.test(error?.name ?? '') && Boolean(error?.description);
	const right = index in plan.items && own && outputs.flat().length === 0;
	checks.look(
		ENDS,
		!right && `${plan.operation}: ${error?.name}: ${error?.message} (${error?.description})`,
	);
	return plan.items.map((_, item): Ending => ({
		outcome: item === index ? 'failed' : 'unknown',
		doubtful: isDoubtful(String(error?.description)),
	}));
}

/** Checks the result of a run, item by item. @returns journal entries for the items that write */
export function checkResult(plan: Plan, result: RunResult, checks: Checks): Entry[] {
	const { status } = result.run;
	const stopped = plan.stopAfter !== undefined && status === 'canceled';
	const succeeded = status === 'success' && !result.error;
	const goesOn = plan.settings.onError !== 'stopWorkflow';
	let endings: Ending[];
	if (stopped) endings = plan.items.map(() => ({ outcome: 'unknown', doubtful: false }));
	else if (succeeded) endings = items(plan, result, checks);
	else {
		checks.look(
			ACCOUNTED,
			goesOn && `${plan.operation} goes on after errors, but ended: ${result.error?.message}`,
		);
		endings = ended(plan, result, checks);
	}
	const everything = JSON.stringify([result.outputs, result.error?.message ?? '']);
	checks.look(
		SKIPPED,
		/a list without any of the expected fields/.test(everything) &&
			`${plan.operation}: ${everything}`,
	);
	const { keyOf, credential } = plan;
	if (!keyOf) return [];
	const last = (result.run.data.resultData.runData['Agent Suite']?.length ?? 1) - 1;
	return Array.from({ length: plan.runs }, (_, runIndex) =>
		endings.map((ending, item) => ({
			...(runIndex === last ? ending : { outcome: 'unknown' as const, doubtful: false }),
			key: `${keyOf(item)}.${runIndex}`,
			token: String(credential.accessToken),
			run: plan.run,
			operation: plan.operation,
			maxTokens: plan.maxTokens,
			...(stopped && { stoppedAt: performance.timeOrigin + performance.now() }),
		})),
	).flat();
}
