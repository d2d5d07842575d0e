/** The JSON in a body, or its text if it is none. */
export function decode(bytes: Buffer, contentType: unknown): unknown {
	const text = textOf(bytes, contentType);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The text in the declared encoding, or else in UTF-8, which JSON is in. */
function textOf(bytes: Buffer, contentType: unknown): string {
	const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(String(contentType))?.[1];
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}
