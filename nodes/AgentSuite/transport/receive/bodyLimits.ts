/** Largest body that is read, after decompression: the text of a million leads. */
export const MAX_RESPONSE_MB = 256;

/**
 * Most objects and lists in a body, in millions: eight for each of a million leads. Empty ones take thirty times as much memory as
 * text, so without this bound 250 KB of compressed text could take 6 GB, which ends n8n.
 */
export const MAX_RESPONSE_MILLIONS = 8;
