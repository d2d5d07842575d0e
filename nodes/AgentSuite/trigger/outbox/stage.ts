/** Where a record is on its way to the workflow. */
export type Stage =
	/** It is sent once it is due. Times are of the steady clock, ms. */
	| { is: 'waiting'; dueAt: number }
	/**
	 * In an execution whose end decides.
	 *
	 * - `isRepaired`: it was edited, or the workflow published, since the start, so if it fails, it is due at once
	 * - `isDisturbed`: an earlier execution has ended since, and might have overwritten what this one delivers
	 */
	| { is: 'flying'; execution: number; isRepaired: boolean; isDisturbed: boolean }
	/** In an execution, with retries off: it counts as delivered, unless n8n could not start that. */
	| { is: 'handedOver'; execution: number }
	/** A person has stopped its execution. It waits for an edit or a publication. A restart forgets the stop: it is due. */
	| { is: 'held' }
	/** Nothing is left to deliver, but a late execution could still deliver an earlier state. */
	| { is: 'settled' };

/** What happens to a record. Steps of an execution name it, because an earlier one can end late. */
export type Step =
	/** It is new or has changed, and the event returns it. */
	| { did: 'appear' }
	/** It was edited, the workflow was published, or another refused record has succeeded. */
	| { did: 'makeDue' }
	/** Nothing is left to deliver since the last delivery, it was returned without a promise, or it is given up. */
	| { did: 'settle' }
	/** 'Retry Failed Executions' was turned off. Latest sent: an execution with the latest state has started. */
	| { did: 'turnOff'; isLatestSent: boolean }
	| { did: 'launch'; execution: number; retries: boolean }
	/** Its execution could not start. */
	| { did: 'notStart'; execution: number }
	| { did: 'fail'; execution: number; dueAt: number }
	| { did: 'stop'; execution: number }
	/** Latest: with the values that the record has now. */
	| { did: 'deliver'; execution: number; isLatest: boolean }
	/** An execution that counted as failed has failed indeed, and might have delivered an earlier state before. */
	| { did: 'disturb'; execution: number };

/** Before every time of the clock. */
const AT_ONCE = 0;
export const DUE: Stage = { is: 'waiting', dueAt: AT_ONCE };
const SETTLED: Stage = { is: 'settled' };

export const isDisturbed = (stage: Stage) => stage.is === 'flying' && stage.isDisturbed;

/**
 * After an execution has delivered, by the stage of the record:
 *
 *     stage      in this execution                       in a later one
 *     flying     settled, or due if not the latest       same, or disturbed if not the latest
 *                state or disturbed                      state
 *     handedOver settled                                 same
 *     another            settled, or due if not the latest state
 */
function afterDelivery(stage: Stage, isOwn: boolean, isLatest: boolean): Stage {
	if (isOwn) return stage.is === 'handedOver' || (isLatest && !isDisturbed(stage)) ? SETTLED : DUE;
	if (stage.is === 'flying') return isLatest ? stage : { ...stage, isDisturbed: true };
	if (stage.is === 'handedOver') return stage;
	return isLatest ? SETTLED : DUE;
}

/** The stage of a record after a step. Pure, and the only place where a stage changes. */
export function stageAfter(stage: Stage, step: Step): Stage {
	const isIdle = stage.is === 'waiting' || stage.is === 'held';
	const isAway = stage.is === 'flying' || stage.is === 'handedOver';
	/** Whether the end of this execution decides about it. */
	const isOwn = isAway && 'execution' in step && stage.execution === step.execution;
	switch (step.did) {
		case 'appear':
			return DUE;
		case 'makeDue':
			if (stage.is === 'flying') return { ...stage, isRepaired: true };
			return isIdle ? DUE : stage;
		case 'settle':
			return isIdle ? SETTLED : stage;
		case 'turnOff':
			if (stage.is === 'flying')
				return step.isLatestSent ? { is: 'handedOver', execution: stage.execution } : DUE;
			return isIdle && step.isLatestSent ? SETTLED : stage;
		case 'launch':
			if (!step.retries) return { is: 'handedOver', execution: step.execution };
			return {
				is: 'flying',
				execution: step.execution,
				isRepaired: false,
				isDisturbed: false,
			};
		case 'notStart':
			return isOwn ? DUE : stage;
		case 'fail':
			if (!isOwn || stage.is !== 'flying') return stage;
			return stage.isRepaired ? DUE : { is: 'waiting', dueAt: step.dueAt };
		case 'stop':
			if (!isOwn || stage.is !== 'flying') return stage;
			return stage.isRepaired ? DUE : { is: 'held' };
		case 'deliver':
			return afterDelivery(stage, isOwn, step.isLatest);
		case 'disturb':
			// It is in a later execution, and this one might have written after that.
			if (stage.is === 'flying' && !isOwn) return { ...stage, isDisturbed: true };
			// What waits is delivered in its latest state anyway.
			return stage.is === 'settled' ? DUE : stage;
	}
}
