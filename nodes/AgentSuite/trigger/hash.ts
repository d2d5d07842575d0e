// Looked up once: it is called for every character.
const { imul } = Math;

/** Stands between two texts: no text has it, since a code unit ends at 0xffff. */
const SEPARATOR = 0x10000;

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/** Lets every bit of a lane depend on every other. */
function stir(lane: number): number {
	let value = lane ^ (lane >>> 16);
	value = imul(value, 0x7feb352d);
	value ^= value >>> 15;
	value = imul(value, 0x846ca68b);
	return value ^ (value >>> 16);
}

/**
 * A digest of texts, 64 bits in two lanes. Not a cryptographic one: SHA-256 takes fifteen times as long,
 * which 100,000 records feel, and nothing is kept secret or signed by it. What a collision does is said
 * in `trigger/match.ts`.
 */
export class Digest {
	private first = 0;
	private second = 0;

	/** Begins anew. */
	start(): this {
		this.first = 0x243f6a88;
		this.second = 0x13198a2e;
		return this;
	}

	add(text: string): this {
		let { first, second } = this;
		for (let index = 0; index <= text.length; index++) {
			const unit = index === text.length ? SEPARATOR : text.charCodeAt(index);
			first = imul(rotate(first, 13) ^ unit, 0x9e3779b1);
			second = imul(rotate(second, 19) ^ unit, 0x2c1b3c6d);
		}
		this.first = first;
		this.second = second;
		return this;
	}

	/** The first of the two lanes as a number: for sums that do not depend on an order. */
	sum(): number {
		return stir(this.first ^ stir(this.second));
	}

	/** Writes up to 8 bytes of the digest. */
	write(target: Uint8Array, at: number, bytes: number): void {
		const low = stir(this.first ^ rotate(this.second, 7));
		const high = stir(this.second ^ low);
		for (let index = 0; index < bytes; index++) {
			target[at + index] = (index < 4 ? low : high) >>> ((index & 3) * 8);
		}
	}
}
