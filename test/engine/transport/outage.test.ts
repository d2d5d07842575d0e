import { each, items } from '../../support/pacedService';
import { useQuickService } from '../../support/service';

const service = useQuickService();

/** As many reads as there are items. With "Continue", each of them is tried. */
const read = async (count: number) =>
	await service.run('lead.get', each, {
		items: items(count),
		settings: { onError: 'continueRegularOutput' },
	});

test('a short outage fails none of the reads in flight', async () => {
	service.sandbox.addFault({ kind: 'status', status: 503, times: 128 });
	const { json } = await read(200);
	expect(json.filter(({ error }) => error)).toEqual([]);
	expect(service.sandbox.requests.length).toBe(328);
});

test('in an outage, 500 reads are hardly repeated, and the message says why. After it, retries come back', async () => {
	service.sandbox.addFault({ kind: 'status', status: 503, times: Infinity });
	const { json } = await read(500);
	expect(json.filter(({ error }) => error)).toHaveLength(500);
	expect(service.sandbox.requests.length).toBe(628);
	expect(JSON.stringify(json[499])).toContain(
		'Request not sent, because many other requests failed as well.',
	);

	service.sandbox.clearFaults();
	await read(10);
	service.sandbox.addFault({ kind: 'status', status: 503 });
	expect((await read(1)).json).not.toHaveProperty([0, 'error']);
});
