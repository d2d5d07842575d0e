/** The earliest n8n for a recipe: for the README, and for the tests on older versions. */

/** The oldest n8n that the package supports. */
export const OLDEST = '1.123';

/** The n8n that brought a version of a node, or a parameter, which some recipe uses, if it is not in the oldest one. */
const SINCE: Record<string, string> = {
	'n8n-nodes-base.dataTable 1.1': '2.1',
	'n8n-nodes-base.dataTable tableName': '2.3',
	'n8n-nodes-base.dataTable orderBy': '2.5',
	'n8n-nodes-base.notion 3': '2.31',
	'n8n-nodes-base.pipedrive 2': '2.16',
	// Perhaps earlier: these are their versions in it.
	'n8n-nodes-base.evaluationTrigger 4.7': '2.41',
	'n8n-nodes-base.evaluation 4.8': '2.41',
	'@n8n/n8n-nodes-langchain.chat 1.3': '2.20',
	'@n8n/n8n-nodes-langchain.chatHitlTool 1.3': '2.20',
};

interface Node {
	type: string;
	typeVersion?: number;
	parameters?: object;
}

/** Compares versions such as "2.16" by their numbers. Negative if the left one is older. */
export const byVersion = (left: string, right: string): number =>
	left.localeCompare(right, 'en', { numeric: true });

/** The earliest n8n that has the nodes of a recipe, in their versions, and their parameters, such as "2.16". */
export const minimumN8n = ({ nodes }: { nodes: Node[] }): string =>
	nodes
		.flatMap(({ type, typeVersion, parameters = {} }) =>
			[typeVersion, ...Object.keys(parameters)].map((part) => SINCE[`${type} ${part}`] ?? OLDEST),
		)
		.sort(byVersion)
		.at(-1) ?? OLDEST;
