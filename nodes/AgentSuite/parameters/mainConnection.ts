import { NodeConnectionTypes } from 'n8n-workflow';

/** The type of the main connection. n8n 1.83 and earlier have an enum with another name. */
export const main =
	(NodeConnectionTypes as typeof NodeConnectionTypes | undefined)?.Main ?? ('main' as const);
