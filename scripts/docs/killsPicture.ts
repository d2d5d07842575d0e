/** The pictures of what `npm run test:kills` has counted: a bar per workflow, as long as its share of lost records. */
import { EVERYWHERE, type KillsResult, type KillsRow } from './kills';

interface Colors {
	text: string;
	muted: string;
	bar: string;
	/** Behind each bar, as long as all records. */
	track: string;
}

/** By the color scheme of the reader, as GitHub has them. */
const schemes: Record<'light' | 'dark', Colors> = {
	light: { text: '#1f2328', muted: '#59636e', bar: '#cf222e', track: '#d1d9e0' },
	dark: { text: '#f0f6fc', muted: '#9198a1', bar: '#f85149', track: '#3d444d' },
};

/** Sizes in pixels. */
const WIDTH = 720;
const ROW = 52;
const TOP = 44;
const BAR = 12;

/** Nodes that any of the workflows could have, which don't tell them apart. */
const COMMON = ['HTTP Request', 'Split Out'];

const overAll = ({ rows }: KillsResult) => rows.filter(({ polling }) => polling === EVERYWHERE);
const nameOf = ({ workflow }: KillsRow) =>
	workflow
		.split(' → ')
		.filter((node) => !COMMON.includes(node))
		.join(' and ');
const countsOf = ({ lost, records, repeated }: KillsRow) =>
	`${lost} of ${records} lost, ${repeated} repeated`;

/** The same in words, for readers who don't see the picture. */
export const killsAlternative = (result: KillsResult): string =>
	overAll(result)
		.map((row) => `${nameOf(row)}: ${countsOf(row)}`)
		.join('. ');

function barOf(row: KillsRow, place: number, { text, muted, bar, track }: Colors): string {
	const y = TOP + place * ROW;
	const length = ((WIDTH * row.lost) / row.records).toFixed(0);
	return [
		`<text x="0" y="${y}" fill="${text}">${nameOf(row)}</text>`,
		`<text x="${WIDTH}" y="${y}" fill="${muted}" text-anchor="end">${countsOf(row)}</text>`,
		`<rect x="0" y="${y + 10}" width="${WIDTH}" height="${BAR}" rx="3" fill="${track}"/>`,
		`<rect x="0" y="${y + 10}" width="${length}" height="${BAR}" rx="3" fill="${bar}"/>`,
	].join('\n');
}

function picture(result: KillsResult, colors: Colors): string {
	const rows = overAll(result);
	const [{ kills, records }] = rows;
	const height = TOP + rows.length * ROW - 18;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="15" role="img">
<title>${killsAlternative(result)}</title>
<text x="0" y="14" fill="${colors.muted}" font-size="13">${records} records in each workflow, while n8n is killed ${kills} times and the destination fails</text>
${rows.map((row, place) => barOf(row, place, colors)).join('\n')}
</svg>
`;
}

/** Both pictures with their paths. None if nothing was measured yet. */
export function killsPictures(result: KillsResult): Array<[path: string, text: string]> {
	if (overAll(result).length === 0) return [];
	return Object.entries(schemes).map(([scheme, colors]) => [
		`docs/pictures/kills-${scheme}.svg`,
		picture(result, colors),
	]);
}

/** The picture for the README, in the color scheme of the reader. */
export const killsImage = (result: KillsResult): string =>
	[
		'<picture>',
		'  <source media="(prefers-color-scheme: dark)" srcset="docs/pictures/kills-dark.svg">',
		`  <img alt="${killsAlternative(result)}" src="docs/pictures/kills-light.svg">`,
		'</picture>',
	].join('\n');
