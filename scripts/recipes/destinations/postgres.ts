import { row, type Destination } from '../skeleton';
import { mappingOf, oneStep } from './upsert';

const prepare = 'Create leads table if missing';
const upsert = 'Insert or update row';

/** Column → expression. */
const values = {
	lead_key: '={{ $json.leadKey }}',
	first_name: '={{ $json.firstName }}',
	last_name: '={{ $json.lastName }}',
	email: '={{ $json.email }}',
	phone: '={{ $json.phone }}',
	status: '={{ $json.status }}',
};

const columns = [
	'lead_key varchar(300) PRIMARY KEY',
	'first_name varchar(200)',
	'last_name varchar(200)',
	'email varchar(320)',
	'phone varchar(100)',
	'status varchar(50)',
];

export const postgres: Destination = {
	file: 'lead-sync-postgres',
	title: 'Postgres',
	table: 'Leads for Postgres',
	purpose: 'Keeps one row of the Postgres table **leads** per lead of your agents up to date.',
	steps: [`Select your Postgres credential in **${prepare}** and **${upsert}**.`],
	remarks: 'The recipe creates the table **leads** with `lead_key` as its primary key.',
	...oneStep(upsert),
	prepare: (position) => ({
		name: prepare,
		type: 'n8n-nodes-base.postgres',
		typeVersion: 2.6,
		position,
		parameters: {
			operation: 'executeQuery',
			query: `CREATE TABLE IF NOT EXISTS leads (\n  ${columns.join(',\n  ')}\n);`,
			options: {},
		},
		executeOnce: true,
	}),
	nodes: (place) => [
		{
			name: upsert,
			type: 'n8n-nodes-base.postgres',
			typeVersion: 2.6,
			position: place(0, 0),
			parameters: {
				operation: 'upsert',
				schema: { __rl: true, mode: 'name', value: 'public' },
				table: { __rl: true, mode: 'name', value: 'leads' },
				columns: mappingOf(values, 'lead_key', true),
				options: {},
			},
			onError: 'continueErrorOutput',
		},
	],
	arrived: `$json.lead_key === ${row}.leadKey`,
	recordId: '$json.lead_key',
	reason: '$json.message ?? $json.error?.message ?? $json.error',
};
