import { NodeConnectionTypes } from 'n8n-workflow';

/** What flows between nodes. n8n 1.83 and before have an enum of another name in place of this object. */
export const main =
	(NodeConnectionTypes as typeof NodeConnectionTypes | undefined)?.Main ?? ('main' as const);
