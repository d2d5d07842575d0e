import { count } from '../texts/words';

/** Different warnings that the output pane shows. */
const MAX_SHOWN = 5;

/** The warnings of a run, each once, and of how many items. */
export class Warnings {
	private readonly texts = new Set<string>();
	/** Those of items: of how many, by text. */
	private readonly itemsWith = new Map<string, number>();
	/** Number of records in all responses that cannot be read. */
	skipped = 0;

	add(text: string): void {
		this.texts.add(text);
	}

	addOfItem(text: string): void {
		this.itemsWith.set(text, (this.itemsWith.get(text) ?? 0) + 1);
	}

	/** Those that are not of an item. */
	ofRun(): string[] {
		const { skipped, texts } = this;
		return skipped === 0
			? [...texts]
			: [`Skipped ${count(skipped, 'record')} that cannot be read`, ...texts];
	}

	/** Those of the run come first. @param items of the run. A warning of all of them has no number */
	inWords(items: number): string[] {
		const texts = [...this.itemsWith].map(([text, affected]) =>
			affected === items ? text : `${affected} of ${items} items: ${text}`,
		);
		const all = [...this.ofRun(), ...texts];
		const notShown = all.length - MAX_SHOWN;
		const shown = all.slice(0, MAX_SHOWN);
		return notShown > 0 ? [...shown, `Not shown: ${count(notShown, 'more warning')}`] : shown;
	}
}
