import { Problem, type FailureCause } from '../../../nodes/AgentSuite/model/problem';

const temporary: Record<FailureCause, boolean> = {
	'rate-limited': true,
	'quota-exhausted': false,
	'temporarily-unavailable': true,
	'credential-invalid': false,
	'configuration-invalid': false,
};

test.each([...Object.entries(temporary), [undefined, false] as const])(
	'a failure with the cause %s: temporary %s',
	(cause, expected) => {
		const text = { kind: 'status', message: '', description: '' } as const;
		const failure = cause && { cause: cause as FailureCause };
		expect(new Problem({ ...text, ...(failure && { failure }) }).isTemporary).toBe(expected);
	},
);
