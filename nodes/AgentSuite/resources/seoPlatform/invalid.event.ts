import { defineEvent } from '../../model/event';
import { platforms } from './platforms';

export const platformInvalid = defineEvent({
	event: 'platformInvalid',
	name: 'Platform Invalid',
	description: 'The configuration of an SEO platform becomes invalid',
	list: platforms,
	fields: [],
	emitExisting: 'option',
	// The only part is the validity, so it changed, or the platform is new.
	emit: (platform) => (platform.invalidConfig === true ? platform : undefined),
	emptyMessage: 'No SEO platform currently has an invalid configuration.',
	sampleExtra: { invalidConfig: true },
});
