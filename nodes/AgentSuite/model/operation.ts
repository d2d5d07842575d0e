import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

/** T with all arrays and properties read-only, so that `as const` data is assignable to it. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** One parameter of an operation, in n8n's own `INodeProperties` shape. */
export type Field = DeepReadonly<INodeProperties>;

type OptionValue<F> = F extends { options: ReadonlyArray<{ value: infer Value }> } ? Value : never;

/** The types that the parameter reader returns, by type of the field. Other fields are texts. */
interface ValueTypes<F> {
	boolean: boolean;
	number: F extends { typeOptions: { multipleValues: true } } ? number[] : number;
	options: OptionValue<F>;
	multiOptions: Array<OptionValue<F>>;
	collection: F extends { options: infer Fields extends readonly Field[] }
		? Partial<ValuesOf<Fields>>
		: never;
	/** Rows of a key and a value. */
	fixedCollection: IDataObject;
}

type ValueOf<F extends Field> = F['type'] extends keyof ValueTypes<F>
	? ValueTypes<F>[F['type']]
	: string;

/** Whether a value can be absent: optional texts, and fields that another field can hide. */
type MayBeAbsent<F> = F extends { displayOptions: object }
	? true
	: F extends { type: 'string' | 'resourceLocator' }
		? F extends { required: true }
			? false
			: true
		: false;

/** The typed parameters of a list of fields. A misspelled name does not compile. */
export type ValuesOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: MayBeAbsent<F> extends true
		? ValueOf<F> | undefined
		: ValueOf<F>;
};

/** The parts of a request that depend on the parameters. */
export interface RequestParts {
	/** Values of the `{name}` places of the path. */
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string>>;
	/** Sent as JSON. */
	body?: IDataObject;
}

export interface PickEntry {
	name: string;
	/** The ID that is saved. */
	value: string;
	/** More text for the search, in addition to name and value. */
	keywords?: string;
}

/** A list from which the user picks an ID. */
export interface PickList {
	/** A read without parameters. Its path, cost, and checks also apply here. */
	from: Operation;
	entries(records: IDataObject[]): PickEntry[];
	/** What the user reads if the list has no entries. */
	empty: { message: string; description: string };
}

/** All records of a response. */
export interface RecordList {
	records: IDataObject[];
	/**
	 * What a function makes of the records, such as an index. It is called once for all items that use the response, if each
	 * passes the same function, such as a constant.
	 */
	once<Result>(make: (records: IDataObject[]) => Result): Result;
}

/** What a request does to the data of the service. The order of requests and their repetition follow from it. */
export type Effect =
	/** Nothing. */
	| 'read'
	/** It changes what exists. Sent twice, it has the same result as sent once. */
	| 'update'
	/** It adds something. Sent twice, it adds two. */
	| 'create';

/** Called with the number of records that were skipped because they are empty or of another kind. */
export type OnSkipped = (count: number) => void;

/** An operation: data and pure functions. By default without the types of its fields, as the runtime uses it. */
export interface Operation<Parameters = unknown, Options = unknown> {
	/** Saved in workflows, so never change it. Operations of one resource share it, its name, and its description. */
	resource: string;
	/** Title in the resource menu, in title case. */
	resourceName: string;
	resourceDescription: string;
	/** Saved in workflows, so never change it. */
	operation: string;
	/** Title in the operation menu, in title case. */
	name: string;
	/**
	 * The title in n8n's list of actions. n8n also uses it as the name of the node and as the description for AI models,
	 * so it has no article, price, or warning.
	 */
	action: string;
	description: string;
	/** What one of its records is called, if not like the resource. */
	recordName?: string;
	/** Shown above the items of the output: what a field of them is for, as a sentence without its full stop. */
	outputHint?: string;
	/** Shown above the fields: what it overwrites, what cannot be undone, or a high cost. */
	notice?: string;
	method: IHttpRequestMethods;
	/** Relative to the base URL, with `{name}` for each value of `RequestParts.path`. */
	path: `/${string}`;
	/** Cost of one request. */
	tokens: 1 | 5;
	effect: Effect;
	/** Dotted paths of the secrets in a record. They are only in the output with `options.includeSecrets`. */
	secrets?: readonly string[];
	/** Names of the parameters that are secrets. With any, no text of the service is shown, which could repeat them. */
	secretParameters?: readonly string[];
	/** Lists for fields of type `resourceLocator`, by `searchListMethod`. Operations can share a list. */
	lists?: Readonly<Record<string, PickList>>;
	/** Names of long fields that a tool leaves out, for example unless the user wants all. */
	leftOutForTool?(parameters: Parameters): readonly string[];
	/** Advice for an AI model whose output was cut, as a sentence. Default: to use the filters. */
	narrowingHint?: string;
	/** What to check after a 400 of this operation, if the reason that the service gives is not shown. */
	rejectedHint?: string;
	/** What to do about a 403 of this operation, instead of the general advice. */
	forbiddenHint?: string;
	/** What a 404 means for this operation. */
	notFoundHint?: string;
	/** A record of the response, as the sandbox returns it. Output schema and documentation show what `items` makes of it. */
	sample: IDataObject;
	fields: readonly Field[];
	/** Its own options, in addition to the shared ones. */
	options?: readonly Field[];
	/** The request for one input item. @throws {Problem} when the parameters contradict each other */
	request(parameters: Parameters, options: Options): RequestParts;
	/**
	 * The records of the decoded body of a success.
	 * @throws {Problem} when the response does not have the documented shape
	 */
	records(body: unknown, onSkipped?: OnSkipped): IDataObject[];
	/** What a user has to know about a record that the request returned, as a sentence without its full stop. */
	warning?(record: IDataObject): string | undefined;
	/** The output items of the records, with secrets, which are removed afterwards. Default: the records. It gets no options. */
	items?(list: RecordList, parameters: Parameters): IDataObject[];
}

/** Declares an operation. The parameter types of its functions are computed from `fields` and `options`. */
export function defineOperation<
	const Fields extends readonly Field[],
	const Options extends readonly Field[] = readonly [],
>(
	spec: Omit<Operation<ValuesOf<Fields>, ValuesOf<Options>>, 'fields' | 'options'> & {
		fields: Fields;
		options?: Options;
	},
): Operation {
	return spec as Operation;
}
