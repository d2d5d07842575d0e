import type * as operations from '../../nodes/AgentSuite/resources/operations';
import { built } from './built';

/** Runs a part of a test during which the output of *SEO Platform: Create* fails, after the service has created the platform. */
export async function whileOutputFails(part: () => Promise<void>): Promise<void> {
	const { seoPlatformCreate } = built<typeof operations>('resources/operations');
	const { shape } = seoPlatformCreate;
	seoPlatformCreate.shape = () => {
		throw new TypeError('Nobody foresaw it');
	};
	try {
		await part();
	} finally {
		seoPlatformCreate.shape = shape;
	}
}
