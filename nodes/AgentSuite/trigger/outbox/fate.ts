/** What a record waits for, before it goes with its lane: the next poll or success, or a person. */
export type Wait = 'held' | 'stopped';

/** What the end of an execution means for those of its records that are still due then. */
export type Fate = 'stay' | 'again' | 'split' | 'hold' | 'refuse' | 'stop';

/** What that changes. */
interface Effect {
	/** Whether the record was tried in vain, in the state that it is due in. */
	isTried?: true;
	/** Whether the destination refuses it. */
	isRefused?: true;
	/** Unless it is stopped already. */
	wait?: Wait;
	/** Whether it goes after all others, once it does. */
	isLast?: true;
}

export const FATES: Record<Fate, Effect> = {
	stay: {},
	again: { wait: 'held' },
	// It keeps its place, and goes on in smaller pieces.
	split: { isTried: true },
	hold: { isTried: true, wait: 'held', isLast: true },
	refuse: { isTried: true, isRefused: true, wait: 'held', isLast: true },
	stop: { isTried: true, wait: 'stopped', isLast: true },
};

/** The same of one that is due in a newer state than the execution was given: nobody has tried, refused, or stopped that. */
export const fateOfNewer = (fate: Fate): Fate => (fate === 'again' ? 'again' : 'stay');
