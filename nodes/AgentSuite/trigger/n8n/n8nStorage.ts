import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** What a state says of itself: which node has stored it, and how late it is. */
interface OfNode {
	/** The ID of the node. */
	node: string;
	revision: number;
}

/** Compares values of a state: texts, numbers, and lists of texts. */
function isEqual(left: unknown, right: unknown): boolean {
	if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
	return left.length === right.length && left.every((entry, at) => entry === right[at]);
}

/** A value that is undefined is the same as none, because JSON has neither. */
export function isSameState(left: object, right: object = {}): boolean {
	const lefts = new Map<string, unknown>(Object.entries(left));
	const rights = new Map<string, unknown>(Object.entries(right));
	const names = new Set([...lefts.keys(), ...rights.keys()]);
	return [...names].every((name) => isEqual(lefts.get(name), rights.get(name)));
}

/**
 * Where n8n keeps the state of a trigger from poll to poll, in one poll. Nothing else reads or writes that. When n8n stores a
 * state that has changed depends on how it polls:
 *
 *     n8n polls with          its object for the state   with an execution                after a poll that starts none
 *     timers                  the same in each poll      that starts in a poll or later   only at an activation
 *     its scheduler           a copy for each poll       the same, with the states of     only at an activation
 *                                                        all triggers of the workflow
 *     it and durable cursors  a copy for each poll       that starts in the poll          except at an activation, and if it
 *                                                                                         throws
 */
export class N8nStorage<State extends OfNode> {
	/** Whether n8n has durable cursors. */
	readonly isDurable: boolean;
	/** It can only be asked for within a poll. */
	private readonly object: IDataObject;
	private readonly node: string;
	/** Whether n8n had a state of this node before the poll: not at first, after it was renamed, or if n8n could not store it. */
	readonly wasStored: boolean;
	/** Whether n8n stores what this poll leaves even if it starts no execution. */
	readonly storesAfterPoll: boolean;
	private hasEnded = false;

	/** @param isActivation whether n8n has just activated the workflow */
	constructor(context: IPollFunctions, isActivation: boolean) {
		this.object = context.getWorkflowStaticData('node');
		this.node = context.getNode().id;
		// Otherwise, n8n notes in its object whether to save it with the next execution.
		this.isDurable = !('__dataChanged' in this.object);
		this.storesAfterPoll = this.isDurable ? !isActivation : isActivation;
		this.wasStored = this.state !== undefined;
	}

	/** The poll has ended. */
	endPoll(): void {
		this.hasEnded = true;
	}

	/** What n8n has. It keeps that by the name of the node, so it can be of an earlier node of the same name. */
	get state(): State | undefined {
		const { object, node } = this;
		const isOwn = Object.keys(object).length > 0 && (object.node ?? node) === node;
		// A copy, because n8n's object is changed in place.
		return isOwn ? ({ ...object } as unknown as State) : undefined;
	}

	/**
	 * Replaces what n8n has. Unless it is the same, because n8n stores its object once anything was assigned, or it is too late: with durable
	 * cursors, n8n starts no execution after the poll if the state has changed since. The next poll writes it.
	 */
	write(state: State): void {
		const { object } = this;
		const isTooLate = this.isDurable && this.hasEnded;
		if (isTooLate || isSameState(state, object)) return;
		for (const name of Object.keys(object)) if (!(name in state)) delete object[name];
		Object.assign(object, state);
	}
}
