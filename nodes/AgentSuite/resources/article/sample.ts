import type { components } from '../../model/service';
import { platformSample } from '../seoPlatform/sample';

type Schemas = components['schemas'];

export const articleSample = {
	id: 'art_2041',
	clientOrgId: 'org_northwind',
	seoJobId: 'job_spring',
	platform: platformSample,
	title: 'Ten ways to answer leads faster',
	content: '<p>Speed wins. Here is how.</p>',
	link: 'https://blog.example.com/answer-leads-faster',
	postId: '318',
} satisfies Schemas['Article'];
