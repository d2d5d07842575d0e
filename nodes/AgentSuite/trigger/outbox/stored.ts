/** A record as n8n stores it: its row, its failures, and its values delivered last, if any. No personal data. */
export type StoredDelivery = [
	row: number,
	failuresAlone: number,
	refusals: number,
	...delivered: number[],
];

/**
 * What has not been delivered, as n8n stores it. Which is due when is not stored, so all is after a restart. Nor is since when
 * n8n cannot start it, so its day begins again.
 */
export interface StoredDeliveries {
	/** Sent, but not delivered. */
	sent?: StoredDelivery[];
	/** In no execution that has started. */
	unsent?: StoredDelivery[];
}

/** Row, failures, and refusals. */
const COUNTS = 3;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/**
 * Reads what `Deliveries.toStore` wrote.
 * @param rows the number of rows of the snapshot
 * @param parts the number of compared parts of a record
 * @throws {RangeError} for anything else
 */
export function readDeliveries(
	{ sent, unsent }: StoredDeliveries,
	rows: number,
	parts: number,
): StoredDeliveries {
	for (const stored of [...(sent ?? []), ...(unsent ?? [])]) {
		// Each access costs time, because n8n watches its object for changes.
		const isComplete = [COUNTS, COUNTS + parts].includes(stored.length);
		if (!isComplete || !stored.every(isCount) || stored[0] >= rows) throw new RangeError();
	}
	return { sent, unsent };
}
