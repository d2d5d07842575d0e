/** What a workflow has been told about leads, as the documentation of the events says it: the reference of the random model. */
import type { IDataObject } from 'n8n-workflow';

import type { Lead } from '../../sandbox';

export type LeadEvent =
	'leadCreated' | 'leadUpdated' | 'leadStatusChanged' | 'leadCreatedOrUpdated';

/** What a user selects in a trigger. */
export interface Selection {
	event: LeadEvent;
	/** Statuses that pass. All without any. */
	statuses: Array<Lead['status']>;
	includeNewLeads: boolean;
	retries: boolean;
	recordsPerExecution: string;
}

export function parametersOf(selection: Selection): IDataObject {
	const { event, statuses, includeNewLeads, retries, recordsPerExecution } = selection;
	const ofEvent = event === 'leadStatusChanged' ? { includeNewLeads } : {};
	return {
		event,
		...(statuses.length > 0 && { status: statuses }),
		retryFailedExecutions: retries,
		options: { recordsPerExecution, ...ofEvent },
	};
}

/** A state of a lead, by its number. A later state has a higher one. NEW: the workflow has not been told about the lead. */
export type State = number;
export const NEW: State = 0;

/**
 * What the workflow can have been told about each lead. Once something is lost with a process, there are several
 * possibilities: what all of them lead to must happen, and what none leads to must not.
 */
export class ToldModel {
	private readonly possible = new Map<number, Set<State>>();
	private readonly ever = new Map<number, Set<State>>();
	/** Leads of which an execution has had a state that it may not have passed on. */
	private readonly tried = new Set<number>();

	constructor(
		private selection: Selection,
		private readonly statusOf: (state: State) => Lead['status'] | undefined,
	) {}

	/** Whether the event happens for a workflow that was told one state of a lead, and the list has another. */
	private matches(told: State, listed: State): boolean {
		const { event, statuses, includeNewLeads } = this.selection;
		const [before, now] = [told, listed].map(this.statusOf);
		if (told === listed || (statuses.length > 0 && !statuses.includes(now!))) return false;
		if (event === 'leadCreated') return told === NEW;
		if (event === 'leadUpdated') return told !== NEW;
		if (event === 'leadStatusChanged') return told === NEW ? includeNewLeads : before !== now;
		return true;
	}

	private possibilities(lead: number): Set<State> {
		return this.possible.get(lead) ?? new Set([NEW]);
	}

	private set(lead: number, states: Iterable<State>): void {
		const possible = new Set(states);
		this.possible.set(lead, possible);
		this.ever.set(lead, new Set([...(this.ever.get(lead) ?? [NEW]), ...possible]));
	}

	/** The trigger reads a lead. What does not match need not be told, unless something can have been told already. */
	read(lead: number, listed: State): void {
		const told = [...this.possibilities(lead)].flatMap((state) => {
			if (this.matches(state, listed)) return [state];
			const isWaiting = this.possible.has(lead) && (state === NEW || this.tried.has(lead));
			return isWaiting ? [state, listed] : [listed];
		});
		// A new lead that has matched waits, and one that never did need not be told.
		const isSettled = !this.possible.has(lead) && !told.includes(NEW);
		this.set(lead, isSettled ? [listed] : told);
	}

	/** With another event or filter, what does not match is told, even if it waits. */
	select(selection: Selection, listed: Iterable<[lead: number, state: State]>): void {
		this.selection = selection;
		for (const [lead, state] of listed) {
			if (!this.possible.has(lead)) continue;
			const told = [...this.possibilities(lead)];
			this.set(
				lead,
				told.map((one) => (this.matches(one, state) ? one : state)),
			);
		}
	}

	/** An execution that can have told a state. */
	try(lead: number): void {
		this.tried.add(lead);
	}

	/** An execution has told a state. */
	tell(lead: number, state: State): void {
		this.set(lead, [state]);
		this.tried.delete(lead);
	}

	/** After a restart, it can count as told. */
	perhapsTell(lead: number, state: State): void {
		this.ever.set(lead, new Set([...(this.ever.get(lead) ?? [NEW]), state]));
	}

	/** A process ends. What n8n has stored can be as old as its first state. */
	restart(): void {
		for (const [lead, states] of this.ever) this.possible.set(lead, new Set(states));
	}

	/** Whether the event has happened, whatever the workflow was told, so that this state must arrive. */
	mustArrive(lead: number, state: State): boolean {
		return [...this.possibilities(lead)].every((told) => this.matches(told, state));
	}

	/** Whether there is a reason to tell this state. */
	canArrive(lead: number, state: State): boolean {
		const isCorrection = this.tried.has(lead);
		return isCorrection || [...this.possibilities(lead)].some((told) => this.matches(told, state));
	}

	/** What it can be called: new, if nothing was told, or updated. */
	canBe(lead: number, change: unknown): boolean {
		const told = [...this.possibilities(lead)];
		return told.some((state) => (state === NEW) === (change === 'created'));
	}
}
