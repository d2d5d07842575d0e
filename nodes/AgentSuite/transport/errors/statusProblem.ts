import { doubtAbout } from '../../texts/doubt';
import type { Operation } from '../../model/operation';
import { Problem } from '../../model/problem';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, type HttpResponse, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { shownLine } from '../secrecy/shown';
import { ifItLasts, isRedirect, meaningOf, type StatusMeaning } from './statusTexts';
import { inWords } from './times';

/** The Problem of a response without success. */
export function statusProblem(
	request: Request,
	response: HttpResponse,
	{ fate, pause, said = '' }: Outcome,
): Problem {
	const { operation } = request;
	const { status } = response;
	const meaning = meaningOf(status, operation);
	const inDoubt = isInDoubt(operation.effect, fate);
	const advice = adviceFor(operation, meaning, inDoubt);
	const retryAfterMs = pause?.ms;
	const wait = retryAfterMs ? waitText(retryAfterMs, request) : '';
	const ours = meaning.message
		.replace('{status}', String(status))
		.replace('{target}', targetOf(response, request));
	const { headline, detail, below } = firstLine(ours, meaning, said);
	const { cause, forModel } = meaning;
	return new Problem({
		kind: 'status',
		status,
		inDoubt,
		headline,
		detail,
		description: sentences(wait, advice, below),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
}

/** What to do next, without a wait. */
function adviceFor({ advice, role }: Operation, meaning: StatusMeaning, inDoubt: boolean): string {
	const own = meaning.advice && advice[meaning.advice];
	if (own) return own;
	if (!inDoubt) return meaning.description.replace('{role}', role ? ` as an ${role}` : '');
	return sentences(doubtAbout.create, advice.inDoubt, ifItLasts);
}

/** Names Max Wait if that does not allow the wait, and the user can change it. */
function waitText(ms: number, { hasOptions, maxWaitMs }: Request): string {
	const asked = `The service asks you to wait ${inWords(ms)}`;
	return hasOptions && ms > maxWaitMs
		? `${asked}, which is longer than 'Max Wait (Seconds)' (now ${maxWaitMs / 1000} s).`
		: `${asked}.`;
}

/** Where a redirect leads, without the path. */
function targetOf({ status, headers }: HttpResponse, request: Request): string {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? ` to ${url.origin}` : '';
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** "Too long" or "INVALID_PHONE" needs our own text before it. */
const isSentence = (text: string) => /\S\s+\S+\s+\S/.test(text);

/** Characters of a text of the service that is a headline of its own. A longer one goes below ours. */
const MAX_HEADLINE = 100;

/** What happened, in the words of the service where it has some. What else it says is the detail, or below ours. */
function firstLine(ours: string, { isOurs }: StatusMeaning, said: string) {
	if (SAYS_NOTHING.test(said)) return { headline: ours };
	if (isOurs) return { headline: ours, below: `The service says: ${sentence(said)}` };
	if (isSentence(said) && said.length <= MAX_HEADLINE) return { headline: said.replace(/\.$/, '') };
	return { headline: ours, detail: said };
}
