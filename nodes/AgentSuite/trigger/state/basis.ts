import type { LastState } from './lastState';
import type { Origin } from './origin';

/**
 * What has changed since the last state, and what follows for the list. The first line that fits:
 *
 *     basis             what has changed                                   the list is    *Emit Existing* returns all
 *     none              there is no state                                  a first one    always
 *     unreadable        how it is stored, or what is compared of the       a first one    never, because nobody asks for that
 *                       same list
 *     otherList         the list                                           a first one    always
 *     otherCredential   the credential, unless both lists name the same    a first one    once it is turned on
 *                       organization
 *     otherAlert        of an alert: the event, a field, or an option      a first one    it has none
 *     otherScope        of all others: the same                            compared       once it is turned on
 *     otherSecrets      *Include Secrets*                                  compared       once it is turned on
 *     same              nothing                                            compared       once it is turned on
 *
 * The state of another node is not read: it is that of an earlier one of the same name (`n8nStorage.ts`).
 */
export type Basis =
	| 'none'
	| 'unreadable'
	| 'otherList'
	| 'otherCredential'
	| 'otherAlert'
	| 'otherScope'
	| 'otherSecrets'
	| 'same';

/** What follows. */
interface Rule {
	/** Whether it is a first list. Otherwise it is compared with the last state. */
	isFirst: boolean;
	/** When 'Emit Existing' returns all records that match as new ones. */
	existing: 'always' | 'onceTurnedOn' | 'never';
}

export const RULES: Record<Basis, Rule> = {
	none: { isFirst: true, existing: 'always' },
	unreadable: { isFirst: true, existing: 'never' },
	otherList: { isFirst: true, existing: 'always' },
	otherCredential: { isFirst: true, existing: 'onceTurnedOn' },
	otherAlert: { isFirst: true, existing: 'never' },
	otherScope: { isFirst: false, existing: 'onceTurnedOn' },
	otherSecrets: { isFirst: false, existing: 'onceTurnedOn' },
	same: { isFirst: false, existing: 'onceTurnedOn' },
};

/** @param current what the list is about */
export function basisOf({ state, table }: LastState, current: Origin, isAlert: boolean): Basis {
	if (!state) return 'none';
	if (!table) return 'unreadable';
	if (state.list !== current.list) return 'otherList';
	if (state.parts.join() !== current.parts.join()) return 'unreadable';
	const isSameOwner = state.owner !== '' && state.owner === current.owner;
	if (!isSameOwner && state.credential !== current.credential) return 'otherCredential';
	if (state.scope !== current.scope) return isAlert ? 'otherAlert' : 'otherScope';
	return state.includesSecrets === current.includesSecrets ? 'same' : 'otherSecrets';
}
