import { row, type Destination } from '../skeleton';

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
	purpose:
		'Each lead of your agents is one row of the table **leads** in Postgres, always up to date.',
	steps: [`Select your Postgres credential in **${prepare}** and **${upsert}**.`],
	remarks: 'The recipe creates the table **leads** with `lead_key` as its primary key.',
	width: 1,
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
				columns: {
					mappingMode: 'defineBelow',
					value: values,
					matchingColumns: ['lead_key'],
					schema: Object.keys(values).map((column) => ({
						id: column,
						displayName: column,
						type: 'string',
						required: column === 'lead_key',
						defaultMatch: false,
						display: true,
						canBeUsedToMatch: column === 'lead_key',
					})),
					attemptToConvertTypes: false,
					convertFieldsToString: false,
				},
				options: {},
			},
			onError: 'continueErrorOutput',
		},
	],
	links: ({ arrived, failed }) => [
		[upsert, arrived, 0],
		[upsert, failed, 1],
	],
	first: upsert,
	arrived: `$json.lead_key === ${row}.leadKey`,
	recordId: '$json.lead_key',
	reason: '$json.message ?? $json.error?.message ?? $json.error',
};
