import playground from '../../playground/package.json';
import { readJson, root } from '../shared';
import { capital, table } from './markdown';

interface Version {
	n8n: string;
	server?: boolean;
	/** What it lacks, with the tests that cannot pass for that reason. */
	lacks?: object;
}

/** What n8n's Engine 2.0 lacks, which a workflow has to turn on. */
const ENGINE_2 = 'With Engine 2.0: Retry Failed Executions, error output, Retry On Fail, AI tools';

/** What `npm run test:compat` tests, and in the newest version the other commands. */
export function versionsTable(): string {
	const newest: Version = { n8n: playground.dependencies.n8n };
	const older = readJson(root, 'test', 'compat', 'matrix.json') as Version[];
	const versions = [...older, newest];
	return table(
		['n8n', 'Tested with', 'Not available in this version'],
		versions.map((version, at) => {
			const { n8n, server, lacks = {} } = version;
			const missing = Object.keys(lacks);
			if (version === newest) missing.push(ENGINE_2);
			const missingAbove = Object.keys(versions[at - 1]?.lacks ?? {});
			const isSame = missingAbove.length > 0 && missingAbove.every((what) => what in lacks);
			const added = missing.filter((what) => !missingAbove.includes(what));
			const more =
				version === newest ? ', complete server, and Engine 2.0' : ' and complete server';
			const isMore = server ?? version === newest;
			return [
				n8n,
				`Workflow engine${isMore ? more : ''}`,
				(isSame ? ['The same', ...added] : missing).map(capital).join('<br>'),
			];
		}),
	);
}
