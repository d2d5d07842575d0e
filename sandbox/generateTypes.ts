import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

import { operations } from './contract';

const header = '// Generated from sandbox/openapi.yaml by `npm run generate`. Do not edit.\n\n';

/**
 * The text of `service.d.ts`: the types of the contract's records, requests, and
 * responses, made from `openapi.yaml` and formatted like the rest of the project. Writes nothing.
 */
export async function serviceTypes(): Promise<string> {
	const document = await readFile(join(__dirname, 'openapi.yaml'), 'utf8');
	const types = astToString(await openapiTS(parse(document), { alphabetize: false }));
	const target = join(__dirname, 'service.d.ts');
	const style = await resolveConfig(target);
	return format(header + types, { ...style, filepath: target });
}

/** The text of `model/endpoints.ts`: what the nodes know of each operation of the contract. */
export async function endpointsTable(target: string): Promise<string> {
	const entries = operations.map((operation) => {
		const { operationId, method, path, parameters, body, tokens, role, response } = operation;
		const query = parameters.filter((parameter) => parameter.in === 'query');
		return [
			operationId,
			{
				method,
				path,
				...(query.length > 0 && { query: query.map(({ name }) => name) }),
				...(body && { body: Object.keys(body.properties ?? {}) }),
				tokens,
				...(role && { role }),
				response,
			},
		];
	});
	const table = JSON.stringify(Object.fromEntries(entries));
	const text = `${header}import type { Endpoint } from './endpoint';

export const endpoints = ${table} as const satisfies Record<string, Endpoint>;
`;
	return format(text, { ...(await resolveConfig(target)), filepath: target });
}
