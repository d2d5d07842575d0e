/** Different warnings that the output pane shows. */
const MAX_SHOWN = 5;

/** The warnings of a run, each once, and of how many items. */
export class Warnings {
	/** By text. 0 for one that is not of an item. */
	private readonly itemsWith = new Map<string, number>();
	private notShown = 0;

	add(text: string): void {
		this.note(text, 0);
	}

	addOfItem(text: string): void {
		this.note(text, 1);
	}

	/** @param items of the run. A warning of all of them has no number */
	inWords(items: number): string[] {
		const texts = [...this.itemsWith].map(([text, affected]) =>
			affected === 0 || affected === items ? text : `${affected} of ${items} items: ${text}`,
		);
		return this.notShown === 0 ? texts : [...texts, `Not shown: ${this.notShown} more warnings`];
	}

	private note(text: string, items: number): void {
		const known = this.itemsWith.get(text);
		if (known !== undefined || this.itemsWith.size < MAX_SHOWN)
			this.itemsWith.set(text, (known ?? 0) + items);
		else this.notShown++;
	}
}
