import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { useService } from '../support/service';
import { built } from '../support/windows';

const service = useService({ leadCount: 200_000 });

test('200,000 records in one response: all are returned, and others get their turn meanwhile', async () => {
	// The built operation, to know when the node starts to process the response.
	const { leadGetAll } = built<{ leadGetAll: Operation }>('resources/lead/getAll.operation');
	const records = jest.spyOn(leadGetAll, 'records');
	let turns = 0;
	const takeTurn = () => {
		if (records.mock.calls.length > 0) turns++;
		timer = setTimeout(takeTurn, 0);
	};
	let timer = setTimeout(takeTurn, 0);
	const { error, outputs } = await service.run('lead.getAll', { returnAll: true });
	clearTimeout(timer);
	expect(error).toBeUndefined();
	expect(outputs[0].length).toBeGreaterThan(200_000);
	expect(outputs[0].at(-1)?.pairedItem).toEqual({ item: 0 });
	// Without a pause, nothing else would run before the node is done.
	expect(turns).toBeGreaterThanOrEqual(3);
}, 60_000);
