/** Draws charts of the results as SVG, without a browser. */
import type { TopLevelSpec } from 'vega-lite';

/** One measured value with its spread. */
export interface Bar {
	x: string;
	variant: string;
	y: number;
	least: number;
	most: number;
}

/** One point of a line. */
export interface Dot {
	size: number;
	variant: string;
	y: number;
}

const config = {
	font: 'Helvetica, Arial, sans-serif',
	background: 'white',
	view: { stroke: null },
	legend: { labelLimit: 400, orient: 'bottom', columns: 2 },
	range: { category: ['#3457d5', '#e07b39', '#c9a227', '#7a5195', '#8a8f98'] },
};

/** Bars side by side for each x, with whiskers from the lowest to the highest. */
function bars(values: Bar[], xTitle: string, yTitle: string, order: string[]): TopLevelSpec {
	const x = {
		field: 'x',
		type: 'ordinal',
		title: xTitle,
		sort: null,
		axis: { labelAngle: 0 },
	} as const;
	const xOffset = { field: 'variant', sort: order } as const;
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		width: 560,
		height: 280,
		data: { values },
		layer: [
			{
				mark: 'bar',
				encoding: {
					x,
					xOffset,
					y: { field: 'y', type: 'quantitative', title: yTitle },
					color: { field: 'variant', type: 'nominal', sort: order, title: null },
				},
			},
			{
				mark: { type: 'rule', color: '#333' },
				encoding: {
					x,
					xOffset,
					y: { field: 'least', type: 'quantitative' },
					y2: { field: 'most' },
				},
			},
		],
		config,
	};
}

/** Lines over a size. Both axes are logarithmic, so linear growth is a straight line with a slope of one. */
function lines(values: Dot[], xTitle: string, yTitle: string, order: string[]): TopLevelSpec {
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		width: 560,
		height: 280,
		data: { values },
		mark: { type: 'line', point: true },
		encoding: {
			x: {
				field: 'size',
				type: 'quantitative',
				title: xTitle,
				scale: { type: 'log' },
				axis: { format: ',', values: [...new Set(values.map(({ size }) => size))] },
			},
			y: {
				field: 'y',
				type: 'quantitative',
				title: yTitle,
				scale: { type: 'log' },
				axis: { format: ',' },
			},
			color: { field: 'variant', type: 'nominal', sort: order, title: null },
		},
		config,
	};
}

export const chart = { bars, lines };

export async function toSvg(spec: TopLevelSpec): Promise<string> {
	// Both are ES modules, which a CommonJS program can only load this way.
	const vega = await import('vega');
	const { compile } = await import('vega-lite');
	const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' });
	return `${await view.toSVG()}\n`;
}
