import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

import type { OnSkipped } from './response';

import type { ResourceValue } from './resources';

/** T with every array and property read-only, so that `as const` data is assignable to it. */
type DeepReadonly<T> = T extends (...args: never[]) => unknown
	? T
	: T extends ReadonlyArray<infer Element>
		? ReadonlyArray<DeepReadonly<Element>>
		: T extends object
			? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
			: T;

/** One parameter of an operation, in n8n's own `INodeProperties` shape. */
export type Field = DeepReadonly<INodeProperties>;

/** The values the options of a menu can have. */
type OptionValue<F> = F extends { options: ReadonlyArray<{ value: infer Value }> } ? Value : never;

/** What the parameter reader returns for one field. */
type ValueOf<F> = F extends { type: 'collection'; options: infer Fields extends readonly Field[] }
	? Partial<ValuesOf<Fields>>
	: F extends { type: 'boolean' }
		? boolean
		: F extends { type: 'number' }
			? F extends { typeOptions: { multipleValues: true } }
				? number[]
				: number
			: F extends { type: 'options' }
				? OptionValue<F>
				: F extends { type: 'multiOptions' }
					? Array<OptionValue<F>>
					: F extends { type: 'json' }
						? IDataObject
						: string;

/** A text can be left out, and a field that depends on another can be hidden: absent, then. */
type MayBeAbsent<F> = F extends { displayOptions: object }
	? true
	: F extends { type: 'string' | 'json' | 'resourceLocator' }
		? F extends { required: true }
			? false
			: true
		: false;

/** The typed parameters that a list of fields declares: a misspelt name does not compile. */
export type ValuesOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: MayBeAbsent<F> extends true
		? ValueOf<F> | undefined
		: ValueOf<F>;
};

/** The parts of a request that depend on the parameters. Method and path are in the operation. */
export interface RequestParts {
	/** Values of the `{name}` places of the path. */
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string>>;
	/** Sent as JSON. */
	body?: IDataObject;
}

/** One entry of a list to pick from. */
export interface PickEntry {
	/** The text that the user sees. */
	name: string;
	/** The id that is saved. */
	value: string;
	/** Text that the search finds beyond name and value. */
	keywords?: string;
}

/** A list that the user picks an id from: what it is read from, and how entries are made of the records. */
export interface PickList {
	/** A read without parameters. Its path, cost and checks hold here, too. */
	from: Operation;
	/** Entries in the order in which they are shown. */
	entries(records: IDataObject[]): PickEntry[];
	/** What the user is told when there are no entries at all. */
	empty: { message: string; description: string };
}

/** How to find what a request would create, so that it is not created again. */
export interface ExistingRecord {
	/** The operation's own option with which the user asks for it: a switch. */
	option: string;
	/** The list to look in: a read without parameters. */
	from: Operation;
	/** Whether a record of the list is what a request with this body would create. */
	matches(record: IDataObject, body: IDataObject): boolean;
}

interface OperationData {
	resource: ResourceValue;
	/** Saved in workflows: never change it. */
	operation: string;
	/** Title in the operation menu, in title case. */
	name: string;
	/**
	 * The title in n8n's list of actions. It becomes the name of the node, also in expressions, and what n8n tells an
	 * AI model about the operation: no article, no price, no warning.
	 */
	action: string;
	description: string;
	/** What to know before it runs, shown above its fields: what it overwrites, what cannot be undone, what costs much. */
	notice?: string;
	method: IHttpRequestMethods;
	/** Below the base URL, with `{name}` for each value of `RequestParts.path`. */
	path: `/${string}`;
	/** What one call costs. */
	tokens: 1 | 5;
	/** Whether sending it twice does no more than sending it once. */
	idempotent: boolean;
	/**
	 * Places in a record that hold secrets, as dotted paths. Taken out of every record before `items`
	 * unless the user asks for them (`options.includeSecrets`).
	 */
	secrets?: readonly string[];
	/**
	 * Lists for fields of type `resourceLocator`, by the `searchListMethod` that their mode names. Fields that
	 * share a list name the same object.
	 */
	lists?: Readonly<Record<string, PickList>>;
	existing?: ExistingRecord;
	/** What an AI model can do when the output was too long for it, as a sentence. Default: the filters. */
	narrower?: string;
	/** What a 403 means for this operation beyond an expired token. */
	forbidden?: string;
	/** What a 404 means for this operation. */
	notFound?: string;
	/** One output item as the sandbox would give it. Output schema and documentation come from it. */
	sample: IDataObject;
}

/** What an operation file declares: data and two pure functions. */
export interface OperationSpec<
	Fields extends readonly Field[],
	Options extends readonly Field[] = readonly [],
> extends OperationData {
	fields: Fields;
	/** Options of its own, in `options`, beside those that all operations have. */
	options?: Options;
	/**
	 * The request for one input item.
	 * @throws {Problem} when the parameters make no sense together
	 */
	request(parameters: ValuesOf<Fields>, options: ValuesOf<Options>): RequestParts;
	/**
	 * The records of the response.
	 * @param answer the decoded JSON body of a success response
	 * @param onSkipped told how many empty records of a list were skipped
	 * @throws {Problem} when the response has not the shape the API documentation promises
	 */
	records(answer: unknown, onSkipped?: OnSkipped): IDataObject[];
	/** The output items of the records, after secrets are removed. Default: unchanged. */
	items?(records: IDataObject[], parameters: ValuesOf<Fields>): IDataObject[];
}

/** An operation as the runtime sees it: the same for all, whatever its fields. */
export interface Operation extends OperationData {
	fields: readonly Field[];
	options?: readonly Field[];
	request(parameters: unknown, options?: unknown): RequestParts;
	records(answer: unknown, onSkipped?: OnSkipped): IDataObject[];
	items?(records: IDataObject[], parameters: unknown): IDataObject[];
}

/**
 * Declares an operation. Parameter types of `request` and `items` are computed from `fields`.
 * The types are dropped on the way out: `parameters/readParameters.ts` reads by the very same fields.
 */
export function defineOperation<
	const Fields extends readonly Field[],
	const Options extends readonly Field[] = readonly [],
>(spec: OperationSpec<Fields, Options>): Operation {
	return spec as Operation;
}

/** Declares fields that several operations share, with their exact types. */
export function defineFields<const Fields extends readonly Field[]>(fields: Fields): Fields {
	return fields;
}
