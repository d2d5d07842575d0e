/** The results of the version matrix, which `npm run test:compat` writes. */
import rows from './compatibility.json';

/** The result of one version of n8n. */
export interface Row {
	/** The release of n8n. */
	n8n: string;
	/** Only its engine (n8n-core), all of it, or its Engine 2.0. */
	kind: string;
	passed: number;
	failed: number;
	/** Features that this version of n8n does not have. */
	lacks: string[];
}

export const keptRows = (): Row[] => rows;
