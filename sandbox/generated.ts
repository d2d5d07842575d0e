import type { StoredArticle, StoredLead } from './records';
import type { Lead } from './types';

const firstNames = [
	'Alma',
	'Bruno',
	'Carmen',
	'Dimitri',
	'Elif',
	'Finn',
	'Gloria',
	'Hassan',
	'Ida',
	'Jorge',
	'Keiko',
];
const lastNames = [
	'Abbott',
	'Brandt',
	'Costa',
	'Dubois',
	'Eriksen',
	'Ferrari',
	'Gupta',
	'Horvat',
	'Ivanova',
	'Jansen',
	'Kimura',
	'Lopez',
	'Moreau',
];
const statuses: Array<Lead['status']> = [
	'not-contacted',
	'interested',
	'contacted',
	'not-interested',
];
const subjects = [
	'walk-in showers',
	'heated floors',
	'mirror cabinets',
	'wall-hung basins',
	'mixer taps',
	'towel rails',
	'bath tubs',
];

/** A plausible lead for a number, always the same. */
export function generatedLead(number: number, clientOrgId: string): StoredLead {
	const firstName = firstNames[number % firstNames.length];
	const lastName = lastNames[number % lastNames.length];
	return {
		id: `lead_g${String(number).padStart(6, '0')}`,
		lead: {
			agentConversationId: `conv_9${String(number).padStart(6, '0')}`,
			clientOrgId,
			firstName,
			lastName,
			email: `${firstName}.${lastName}.${number}@example.org`.toLowerCase(),
			phone: `+1 202 555 01${String(number % 100).padStart(2, '0')}`,
			status: statuses[number % statuses.length],
		},
	};
}

/** `count` leads, numbered from 1. */
export function generatedLeads(count: number, clientOrgId: string): StoredLead[] {
	return Array.from({ length: count }, (_, index) => generatedLead(index + 1, clientOrgId));
}

/** A plausible article for a number, always the same. */
export function generatedArticle(
	number: number,
	clientOrgId: string,
	seoJobId: string,
	platformId: string,
): StoredArticle {
	const title = `Guide ${number}: ${subjects[number % subjects.length]}`;
	return {
		id: `art_g${number}`,
		clientOrgId,
		seoJobId,
		platformId,
		title,
		content: `<h1>${title}</h1><p>What to measure, what it costs, and what to ask the fitter.</p>`,
		link: `https://journal.brightwater.example.com/guide-${number}`,
		postId: String(90_000 + number),
	};
}

/** `count` articles, newest (highest number) first. */
export function generatedArticles(
	count: number,
	clientOrgId: string,
	seoJobId: string,
	platformId: string,
): StoredArticle[] {
	return Array.from({ length: count }, (_, index) =>
		generatedArticle(count - index, clientOrgId, seoJobId, platformId),
	);
}
