import { doubtAbout } from '../../texts/doubt';
import type { Operation } from '../../model/operation';
import { Problem } from '../../model/problem';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, type HttpResponse, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { shownLine } from '../secrecy/shown';
import { ifItLasts, isRedirect, statusRow, type StatusText } from './statusTexts';
import { inWords } from './times';

/** The Problem of a response without success. */
export function statusProblem(
	request: Request,
	response: HttpResponse,
	{ fate, pause, said = '' }: Outcome,
): Problem {
	const { operation } = request;
	const { status } = response;
	const { advice, role } = operation;
	const text = statusRow(status)({ status, advice, role, origin: originOf(response, request) });
	const inDoubt = isInDoubt(operation.effect, fate);
	const retryAfterMs = pause?.ms;
	const wait = retryAfterMs ? waitText(retryAfterMs, request) : '';
	const { headline, detail, below } = firstLine(text, said);
	const { cause, forModel } = text;
	return new Problem({
		kind: 'status',
		status,
		inDoubt,
		headline,
		detail,
		description: sentences(wait, inDoubt ? doubtText(operation) : text.advice, below),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
}

const doubtText = ({ advice }: Operation): string =>
	sentences(doubtAbout.create, advice.inDoubt, ifItLasts);

/** Names Max Wait if that does not allow the wait, and the user can change it. */
function waitText(ms: number, { hasOptions, maxWaitMs }: Request): string {
	const asked = `The service asks you to wait ${inWords(ms)}`;
	return hasOptions && ms > maxWaitMs
		? `${asked}, which is longer than 'Max Wait (Seconds)' (now ${maxWaitMs / 1000} s).`
		: `${asked}.`;
}

/** Where a redirect leads, without the path. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** "Too long" or "INVALID_PHONE" needs our own text before it. */
const isSentence = (text: string) => /\S\s+\S+\s+\S/.test(text);

/** Characters of a text of the service that is a headline of its own. A longer one goes below ours. */
const MAX_HEADLINE = 100;

/** What happened, in the words of the service where it has some. What else it says is the detail, or below ours. */
function firstLine({ headline, isOurs }: StatusText, said: string) {
	if (SAYS_NOTHING.test(said)) return { headline };
	if (isOurs) return { headline, below: `The service says: ${sentence(said)}` };
	if (isSentence(said) && said.length <= MAX_HEADLINE) return { headline: said.replace(/\.$/, '') };
	return { headline, detail: said };
}
