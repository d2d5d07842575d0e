/** One request to a stand-in. */
export interface ServiceRequest {
	method: string;
	host: string;
	/** Without the query, still percent-encoded. */
	path: string;
	query: URLSearchParams;
	headers: Record<string, string>;
	/** The parsed JSON or form. Undefined if there is none. */
	body: unknown;
}

export interface ServiceResponse {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON. Nothing is sent if it is undefined. */
	json?: unknown;
}

/** A fault of a service. */
export type ServiceFault =
	| { status: number; headers?: Record<string, string>; json?: unknown }
	/** The connection is closed without a response. */
	| 'drop';

/** A request and its status, 0 for a closed connection. */
export interface ServiceCall extends ServiceRequest {
	status: number;
}

/** A refusal of a request. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly json: unknown,
	) {
		super(`Refused with ${status}`);
	}
}

/** The part of a service's API that n8n's nodes use, with its records in memory. */
export abstract class Service {
	/** Its hosts. */
	abstract readonly hosts: readonly string[];

	/** Every request since the start, or since it was last emptied, in order. */
	readonly calls: ServiceCall[] = [];

	/** Requests to paths that the service does not have: `METHOD /path`. A test expects none. */
	readonly unknown: string[] = [];

	/** Awaited before each response. */
	before: (request: ServiceRequest) => Promise<void> = async () => undefined;

	private created = 0;

	private faults: Array<{ fault: ServiceFault; left: number }> = [];

	/** A number for a new record. None is used again, even if its record is deleted. */
	protected nextNumber(): number {
		return ++this.created;
	}

	/** Records a request to a path that the service does not have, and refuses it. */
	protected isUnknown({ method, path }: ServiceRequest, json: unknown): Refusal {
		this.unknown.push(`${method} ${path}`);
		return new Refusal(404, json);
	}

	/** @throws {Refusal} for a request that the service would refuse */
	protected abstract handle(request: ServiceRequest): ServiceResponse;

	/** Lets the next requests fail. Infinity: all until `recover`. */
	fail(fault: ServiceFault, times: number): void {
		this.faults.push({ fault, left: times });
	}

	/** Ends all faults. */
	recover(): void {
		this.faults = [];
	}

	/** Responds to a request and records it. */
	async answer(request: ServiceRequest): Promise<ServiceResponse | 'drop'> {
		await this.before(request);
		const answer = this.faultOf() ?? this.handled(request);
		this.calls.push({ ...request, status: answer === 'drop' ? 0 : answer.status });
		return answer;
	}

	private faultOf(): ServiceFault | undefined {
		const [first] = this.faults;
		if (first === undefined) return undefined;
		first.left -= 1;
		if (first.left <= 0) this.faults.shift();
		return first.fault;
	}

	private handled(request: ServiceRequest): ServiceResponse {
		try {
			return this.handle(request);
		} catch (error) {
			if (error instanceof Refusal) return { status: error.status, json: error.json };
			throw error;
		}
	}
}

/** The body as an object. A service refuses any other body. */
export function objectBody({ body }: ServiceRequest): Record<string, unknown> {
	if (typeof body === 'object' && body !== null && !Array.isArray(body))
		return body as Record<string, unknown>;
	throw new Refusal(400, { message: 'The body is not a JSON object' });
}
