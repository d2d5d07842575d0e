/** The public names of an event, which saved workflows contain. */
export interface PublicEvent {
	/** Its own parameters. Those in a collection as `collection.name`. */
	fields: string[];
	/** In `options`. */
	options: string[];
}

const status = ['filters.status'];
const existing = ['emitExisting'];
const secrets = ['includeSecrets'];

/** Every event. Names are fixed once they are released. Change them only with a new version of the node. */
export const publicEvents: Record<string, PublicEvent> = {
	articleCreated: { fields: ['simplify'], options: [...existing, ...secrets] },
	balanceLow: {
		fields: ['threshold'],
		options: [...secrets, 'moreThresholds', 'notifyRecovery'],
	},
	leadCreated: { fields: status, options: existing },
	leadCreatedOrUpdated: { fields: status, options: existing },
	leadStatusChanged: { fields: status, options: ['includeNewLeads'] },
	leadUpdated: { fields: status, options: [] },
	platformInvalid: { fields: [], options: [...existing, ...secrets] },
};
