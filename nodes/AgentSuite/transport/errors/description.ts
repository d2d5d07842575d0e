import { sentences } from '../../texts/words';

/** What to do about a request, as sentences. Each part can be absent or empty. */
interface Parts {
	/** That it was not sent. */
	notSent?: string | false;
	/** How long the service asks to wait. */
	wait?: string;
	/** Our advice, or that of the operation. */
	advice?: string;
	/** What to do if it might have been processed (texts/doubt.ts). */
	doubt?: string;
	/** What to do if it keeps happening, or lasts far too long. */
	ifItLasts?: string | false;
	/** The words of the service, if they are below ours. */
	below?: string;
}

/** The description of a Problem, with its parts in the order that all have. */
export const descriptionOf = ({ notSent, wait, advice, doubt, ifItLasts, below }: Parts): string =>
	sentences(notSent, wait, advice, doubt, ifItLasts, below);
