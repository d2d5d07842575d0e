import type { components } from '../../model/service';

type Schemas = components['schemas'];

export const activeUserSample = {
	id: 'user_01',
	email: 'dana.reyes@example.com',
	firstName: 'Dana',
	lastName: 'Reyes',
	role: 'admin',
	isActive: true,
	lastLoginAt: '2026-03-04T08:15:00.000Z',
} satisfies Schemas['ActiveUser'];

export const tokenBalanceSample = {
	mainTokenCount: 5000,
	extraTokenCount: 250,
	totalTokenCount: 5250,
	refillBalanceActive: true,
	refillBalanceUpTo: 5000,
	minBalanceBeforeRefill: 500,
	apiKey: 'example-key',
} satisfies Schemas['TokenBalance'];
