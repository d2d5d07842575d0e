import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';

const leads = [
	{ firstName: 'Amelia', lastName: 'Hart' },
	{ firstName: 'Zoë', lastName: "O'Rourke-Weiß" },
	{ firstName: null, lastName: 'van den Berg' },
	{ firstName: 7, lastName: { odd: true } },
	{},
];
const { search } = leadGetAll.filters.find(({ field }) => field.name === 'name')!;
const found = (text: string) =>
	search(leads as never)(text as never).map((lead) => leads.indexOf(lead as never));

test.each<[string, number[]]>([
	['Amelia', [0]],
	[' AMEL ', [0]],
	['hart amelia', [0]],
	['Amelia Berg', []],
	['ahart', []],
	['zoe', [1]],
	['ZOË', [1]],
	['Zoe\u0308', [1]],
	['o’rourke', [1]],
	['orourke weiss', [1]],
	['Den Berg', [2]],
	['7', [3]],
	['', []],
	[' ', []],
	['-', []],
])('%j finds the leads %j', (text, expected) => {
	expect(found(text)).toEqual(expected);
});
