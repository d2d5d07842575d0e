import { NodeConnectionTypes } from 'n8n-workflow';

/** What flows between nodes. Until n8n 1.80 there was an enum of another name in place of this object. */
export const main =
	(NodeConnectionTypes as typeof NodeConnectionTypes | undefined)?.Main ?? ('main' as const);
