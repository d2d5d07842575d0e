import { isSameParts, type PartValues } from './rows';

/**
 * What the workflow counts as told of a record. n8n stores the place in this list, so the order never changes:
 *
 * - `values`: these, for certain. It was told them, or need not be, because its event does not match how they came about
 * - `perhapsMore`: these, and perhaps others. An execution with others has started and has not succeeded, or it is not known which of two
 *   executions has written last (`Given.isOvertaken`). Also of an alert that is returned once more
 * - `nothing`: the record is new, or is returned as new once more, and no execution with it has succeeded since,
 *   or without retries, started
 */
export const KNOWLEDGE = ['values', 'perhapsMore', 'nothing'] as const;
export type Knowledge = (typeof KNOWLEDGE)[number];

/** With the values that it was told. */
export type Told =
	{ knows: 'nothing' } | { knows: Exclude<Knowledge, 'nothing'>; values: PartValues };

/** The same with other values, if there are any. */
export const toldWith = (told: Told, change: (values: PartValues) => PartValues): Told =>
	told.knows === 'nothing' ? told : { ...told, values: change(told.values) };

/** The same, and perhaps others too, if so. Nothing stays nothing. */
export const inDoubtIf = (isDoubtful: boolean, told: Told): Told =>
	isDoubtful && told.knows === 'values' ? { ...told, knows: 'perhapsMore' } : told;

/** The same, and perhaps these too: an execution with them has started, or has ended without a success. Nothing stays nothing. */
export function perhapsAlso(told: Told, tried: PartValues): Told {
	return inDoubtIf(told.knows === 'values' && !isSameParts(tried, told.values), told);
}
