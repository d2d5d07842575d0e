import { max, mean, median } from 'simple-statistics';

import { outcomesOf, partOfLatecomer, rows, samplesOf } from './scenarios';

const RUNS = 40;
const percent = (part: number) => `${(part * 100).toFixed(0)} %`;

/** Prints the table of the simulation: each row with its median, its worst, and the part that is refused. */
export async function printTable(runs: number): Promise<void> {
	for (const row of rows) {
		const outcomes = await outcomesOf(row.settings, runs);
		const samples = samplesOf(row, outcomes);
		const figures = [median(samples), max(samples)].map((one) => one.toFixed(2).padStart(7));
		const refused = percent(mean(outcomes.map((one) => one.refused)));
		const lost = max(outcomes.map((one) => one.lost));
		const unit = row.unit + (lost > 0 ? `, ${lost} lost` : '');
		console.log(row.what.padEnd(72), ...figures, unit, `(refused: ${refused})`);
	}
	for (const retryAfter of [true, false]) {
		const parts: number[] = [];
		for (let seed = 0; seed < runs / 4; seed++) parts.push(await partOfLatecomer(seed, retryAfter));
		console.log(`a latecomer's part, Retry-After: ${retryAfter}`, percent(median(parts)));
	}
}

// Before and after a change of the limiter: npx tsx <this file>
if (require.main === module) void printTable(RUNS);
