import { defineEvent } from '../../define/defineEvent';
import { isNewOrChanged } from '../../model/eventSpec';
import { isInvalid } from './isInvalid';
import { platforms } from './platforms.watchedList';

export const platformInvalid = defineEvent({
	event: 'platformInvalid',
	name: 'Platform Invalid',
	description:
		'The configuration of an SEO platform becomes invalid, or already is at the first poll',
	list: platforms,
	emit: (platform, before) =>
		isNewOrChanged(before, 'invalidConfig') && isInvalid(platform) ? platform : undefined,
	testEventHint: 'Test events show existing platforms, as if their configuration were invalid',
	example: (platform) => ({ record: { ...platform, invalidConfig: true } }),
	emptyMessage: 'No SEO platforms found.',
});
