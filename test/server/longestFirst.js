const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that run for minutes. If one of them started last, the other worker would wait for it. */
const longest = [
	'alertTurns',
	'staticData',
	'triggerDefault',
	'triggerScheduler',
	'trigger',
	'alerts',
	'ordinaryDays',
	'leadSync',
	'reconcile',
	'delivery',
	'accountReads',
	'hostileLeads',
	'persons',
	'mcp',
	'agent',
];

/** Runs the longest files first. A fresh clone has no durations, so Jest would sort by file size. */
module.exports = class extends Sequencer {
	sort(tests) {
		const placeOf = ({ path }) => {
			const place = longest.indexOf(basename(path, '.test.ts'));
			return place === -1 ? longest.length : place;
		};
		return [...super.sort(tests)].sort((left, right) => placeOf(left) - placeOf(right));
	}
};
