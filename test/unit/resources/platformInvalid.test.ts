import { platformInvalid } from '../../../nodes/AgentSuite/resources/events';
import { poller } from '../trigger/poller';

test('platformInvalid: once each time it turns', () => {
	const { poll } = poller(platformInvalid, {});
	const at = (invalidConfig: boolean) => [{ id: 'p', name: 'Blog', invalidConfig }, { id: 'q' }];
	expect(poll(at(true))).toEqual([]);
	expect(poll(at(false))).toEqual([]);
	expect(poll(at(true))).toEqual([at(true)[0]]);
	expect(poll(at(true))).toEqual([]);
	const [, ...others] = at(true);
	expect(poll([...others, { id: 'r', invalidConfig: true }])).toHaveLength(1);
});
