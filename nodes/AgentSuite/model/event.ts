import type { IDataObject } from 'n8n-workflow';

import type { AnyEventSpec, Before, EventExample } from './eventSpec';
import type { Field } from './field';
import type { ReadParameters } from './parameterTypes';

/** An event as the package uses it: what its file says, which is described there, and what follows from the operation of its list. */
export interface TriggerEvent extends Pick<
	AnyEventSpec,
	'event' | 'name' | 'description' | 'list' | 'offersExisting' | 'testEventHint' | 'emptyMessage'
> {
	/** Its own, and Simplify. */
	fields: readonly Field[];
	/** Its own, without those of every event. */
	options: readonly Field[];
	/** The output for a record of the service. Undefined if the event did not happen. */
	emit(
		record: IDataObject,
		before: Before | undefined,
		parameters: ReadParameters,
	): IDataObject | undefined;
	/** Made from a record of the service, for *Fetch Test Event* and the documentation. */
	example(record: IDataObject, parameters: ReadParameters): EventExample;
}
