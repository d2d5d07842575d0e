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

test('in the order of the list, and each once if it is listed twice', () => {
	const { poll } = poller(platformInvalid, {});
	const at = (invalidConfig: boolean) => ['p', 'q'].map((id) => ({ id, invalidConfig }));
	poll(at(false));
	const [first, second] = at(true);
	expect(poll([first, second, second])).toEqual([first, second]);
});

test('without an ID, name and type tell platforms apart', () => {
	const { poll } = poller(platformInvalid, {});
	const blog = { name: 'Blog', type: 'wix', invalidConfig: true };
	const shop = { name: 'Shop', type: 'wix', invalidConfig: false };
	poll([blog, shop]);
	const invalid = { ...shop, invalidConfig: true };
	expect(poll([invalid])).toEqual([invalid]);
});

test('nothing else that changes makes it invalid', () => {
	const platform = { id: 'p', invalidConfig: true };
	const after = (changed: string[]) =>
		platformInvalid.emit(platform, { changed, literal: () => undefined }, { options: {} });
	expect(after(['name'])).toBeUndefined();
	expect(after(['name', 'invalidConfig'])).toEqual(platform);
});
