import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';

const leads = [
	{ firstName: 'Amelia', lastName: 'Hart' },
	{ firstName: 'Zoë', lastName: "O'Rourke-Weiß" },
	{ firstName: null, lastName: 'van den Berg' },
	{ firstName: 7, lastName: { odd: true } },
	{},
	{ firstName: 'Søren', lastName: 'Łukasz-Đorđe' },
	{ firstName: 'Mei-Ling', lastName: 'Chen' },
	{ firstName: 'Anne Marie', lastName: 'Cœur de Færøy Işık' },
	{ firstName: 'Κώστας', lastName: 'Παππάς' },
	{ firstName: 'राम', lastName: 'かがく' },
	{ firstName: 'أحمد', lastName: 'מֹשֶׁה ❤️' },
];
const { search } = leadGetAll.filters.find(({ field }) => field.name === 'name')!;
const found = (text: string) =>
	search(leads as never)(text as never).map((lead) => leads.indexOf(lead as never));

test.each<[string, number[]]>([
	['Amelia', [0]],
	['hart amelia', [0]],
	['Amelia Berg', []],
	['ahart', []],
	['zoe', [1]],
	['Zoe\u0308', [1]],
	['o’rourke', [1]],
	['orourke weiss', [1]],
	['WEIẞ', [1]],
	['7', [3]],
	['', []],
	['-', []],
	['soren lukasz dorde', [5]],
	['coeur faeroy isik', [7]],
	['احمد משה', [10]],
	['❤️', []],
	['राम', [9]],
	['रमा', []],
	['かがく', [9]],
	['ΠΑΠΠΑΣ κωστας', [8]],
	['Chen,Mei-Ling', [6]],
	['mei ling', [6]],
	['Anne-Marie', [7]],
])('%j finds the leads %j', (text, expected) => {
	expect(found(text)).toEqual(expected);
});
