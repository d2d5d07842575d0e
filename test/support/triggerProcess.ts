/** What the built triggers keep in the memory of the process, and the clock that they use. */
import { built } from './built';

/** The state of the triggers in the process. */
export const keptByTrigger = () =>
	built<typeof import('../../nodes/AgentSuite/trigger/memory')>('trigger/memory').memories;

const sharedLists = () =>
	built<typeof import('../../nodes/AgentSuite/trigger/reading/sharedLists')>(
		'trigger/reading/sharedLists',
	).sharedLists;

/** Forgets what other triggers of the account have read. */
export const forgetSharedLists = (): void => sharedLists().clear();

/** Number of lists in memory that triggers of an account share. */
export const sharedListsInMemory = (): number => sharedLists().size;

/** The time that has passed in addition to the real one, ms. */
let passed = 0;
let realTime: (() => number) | undefined;

/** Lets time pass for retries and intervals until the end of the test file. */
export function passTime(ms: number): void {
	const { steadyClock } =
		built<typeof import('../../nodes/AgentSuite/transport/clock')>('transport/clock');
	const now = (realTime ??= steadyClock.now);
	passed += ms;
	steadyClock.now = () => now() + passed;
}

/** In each test of the file, what has failed together goes in its order, which is random otherwise. */
export function keepOrder(): void {
	beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(1 - 2 ** -32));
	afterEach(() => {
		jest.restoreAllMocks();
	});
}
