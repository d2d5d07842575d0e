// vega-lite declares its types only in "exports", which this project's module resolution does not read.
declare module 'vega-lite' {
	import type { Spec } from 'vega';

	/** A chart, as https://vega.github.io/schema/vega-lite/v6.json describes it. */
	export type TopLevelSpec = Readonly<Record<string, unknown>>;
	export function compile(spec: TopLevelSpec): { spec: Spec };
}
