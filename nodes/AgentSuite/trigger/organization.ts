import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../model/problem';

/** The organization that most records name. The service lists the records of only one. */
export function organizationOf(records: IDataObject[]): string {
	const counts = new Map([['', 0]]);
	for (const { clientOrgId: owner } of records) {
		if (typeof owner === 'string' && owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
	}
	return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** Whose list it is, as far as the records name an organization, and by which credential. */
interface Source {
	owner: string;
	credential: string;
}

/**
 * Whether a list can be one of another organization than the last one. A list names none if it is empty, for example:
 *
 *     credential   organizations     the list
 *     any          the same          of the same organization
 *     the same     one not named     of the same organization
 *     the same     different         refused: the token was replaced, which is more likely a mistake
 *     another      not the same      perhaps of another one
 *
 * @throws {Problem} if it is refused
 */
export function isPerhapsOther(last: Source, current: Source): boolean {
	const areNamed = last.owner !== '' && current.owner !== '';
	if (areNamed && last.owner === current.owner) return false;
	if (last.credential !== current.credential) return true;
	if (!areNamed) return false;
	throw new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing of it was returned, and what was not delivered before still comes. Paste a token of the earlier organization. To change the organization, select another credential in the trigger.',
		failure: { cause: 'configuration-invalid' },
	});
}
