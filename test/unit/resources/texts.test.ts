import { triggerHint, nodeHint } from '../../../nodes/AgentSuite/description/builderHint';
import { seoJobs } from '../../../nodes/AgentSuite/resources/article/seoJobs.pickList';
import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import * as events from '../../../nodes/AgentSuite/resources/events';
import * as operations from '../../../nodes/AgentSuite/resources/operations';
import { TOKENS_PER_DAY } from '../../../nodes/AgentSuite/transport/credential/limitFields';
import { pickId } from '../../../nodes/AgentSuite/define/fields';

const { billingGetTokenBalance } = operations;
const hintOf = (...given: Parameters<typeof nodeHint>[0]) => nodeHint(given).searchHint;

test('costs are in order, and one token is singular', () => {
	expect(hintOf(...Object.values(operations))).toContain('spends 1 or 5 tokens of');
	expect(TOKENS_PER_DAY.hint).toContain('costs 1 or 5 tokens of');
	expect(hintOf(billingGetTokenBalance)).toContain('spends 1 token of');
	expect(hintOf({ ...billingGetTokenBalance, tokens: 5 })).toContain('spends 5 tokens of');
	const texts = { displayName: 'Job', description: '', select: '', placeholder: '', hint: '' };
	const { modes } = pickId({ ...seoJobs, from: billingGetTokenBalance }, { ...texts, name: 'job' });
	expect(modes[0].hint).toContain('costs 1 token, at most');
});

test('the hints for workflow builders say that n8n drops an expression for a whole collection', () => {
	const rest = 'one by one: n8n drops an expression for all of them.';
	expect(hintOf(billingGetTokenBalance)).toContain(`the fields of filters and options ${rest}`);
	expect(triggerHint([events.leadCreated]).searchHint).toContain(`the fields of options ${rest}`);
});

test('the hint of the trigger names the events of an alert', () => {
	const hints = (given: TriggerEvent[]) => triggerHint(given).searchHint;
	expect(hints(Object.values(events))).toContain(
		'is on, but balanceLow and platformInvalid return what lasts already.',
	);
	expect(hints([events.leadCreated])).toContain('emitExisting is on. End');
});
