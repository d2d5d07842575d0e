// Generated from sandbox/openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
	'/billing/payments/getAllActivesUsers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the active users of the organization (administrators only) */
		get: operations['billing.getActiveUsers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/billing-token/getTokenBalance': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the token balance of the authenticated user */
		get: operations['billing.getTokenBalance'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/seo/createPlatform': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Create a publishing platform */
		post: operations['seoPlatform.create'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/seo/getPlatforms': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the platforms of the organization */
		get: operations['seoPlatform.getAll'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/seo/getArticles': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the articles of the organization */
		get: operations['article.getAll'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/seo/getArticlesBySeoJobId': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the articles of one SEO job */
		get: operations['article.getBySeoJob'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/agent/connector/snippet/{snippetId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/** Change the fields of a snippet that are present in the body */
		put: operations['snippet.update'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/agent/connector/whatsapp/set-whatsapp-first-message': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/** Set the message an agent sends at the first WhatsApp interaction */
		put: operations['whatsApp.setFirstMessage'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/agent/lead': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the leads of the organization */
		get: operations['lead.getAll'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/agent/lead/{leadId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one lead */
		get: operations['lead.get'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		/**
		 * @description Connection settings. For wordpress the keys domain, username and applicationPassword, all strings.
		 * @example {
		 *       "domain": "blog.example.com",
		 *       "username": "editor",
		 *       "applicationPassword": "xxxx xxxx xxxx xxxx"
		 *     }
		 */
		PlatformConfig: {
			[key: string]: unknown;
		};
		/**
		 * @example {
		 *       "id": "plat_blog",
		 *       "name": "Company blog",
		 *       "type": "wordpress",
		 *       "clientOrgId": "org_northwind",
		 *       "invalidConfig": false
		 *     }
		 */
		Platform: {
			id: string;
			/** @description Display name */
			name: string;
			/** @description Kind of platform, e.g. wordpress or wix */
			type: string;
			config: components['schemas']['PlatformConfig'];
			/** @description Owning organization */
			clientOrgId: string;
			/** @description Whether the configuration is invalid */
			invalidConfig: boolean;
		};
		/**
		 * @example {
		 *       "id": "art_2041",
		 *       "clientOrgId": "org_northwind",
		 *       "seoJobId": "seo_job_4417",
		 *       "title": "Ten ways to answer leads faster",
		 *       "content": "<p>Speed wins. Here is how.</p>",
		 *       "link": "https://blog.example.com/answer-leads-faster",
		 *       "postId": "318"
		 *     }
		 */
		Article: {
			id: string;
			/** @description Owning organization */
			clientOrgId: string;
			/** @description SEO job that generated the article */
			seoJobId: string;
			platform: components['schemas']['Platform'];
			title: string;
			content: string;
			link: string;
			postId: string;
		};
		/**
		 * @example {
		 *       "id": "snip_hours",
		 *       "name": "Opening hours",
		 *       "description": "When the office is open",
		 *       "content": "We are open Monday to Friday, 9 am to 5 pm.",
		 *       "clientOrgId": "org_northwind",
		 *       "createdAt": "2026-01-12T09:00:00.000Z",
		 *       "updatedAt": "2026-03-02T15:30:00.000Z"
		 *     }
		 */
		Snippet: {
			id: string;
			name: string;
			description: string;
			content: string;
			/** @description Owning organization */
			clientOrgId: string;
			/** Format: date-time */
			createdAt: string;
			/** Format: date-time */
			updatedAt: string;
		};
		/**
		 * @description Created from an agent conversation. Read by an ID that is not part of the record.
		 * @example {
		 *       "agentConversationId": "conv_7f3a91",
		 *       "clientOrgId": "org_northwind",
		 *       "firstName": "Amelia",
		 *       "lastName": "Hart",
		 *       "email": "amelia.hart@example.com",
		 *       "phone": "+1 555 0101",
		 *       "status": "interested"
		 *     }
		 */
		Lead: {
			/** @description Conversation the lead comes from */
			agentConversationId: string;
			/** @description Owning organization */
			clientOrgId: string;
			firstName: string;
			lastName: string;
			email: string;
			phone: string;
			/** @enum {string} */
			status: 'not-contacted' | 'not-interested' | 'interested' | 'contacted';
		};
		/**
		 * @example {
		 *       "id": "user_01",
		 *       "email": "dana.reyes@example.com",
		 *       "firstName": "Dana",
		 *       "lastName": "Reyes",
		 *       "role": "admin",
		 *       "isActive": true,
		 *       "lastLoginAt": "2026-03-04T08:15:00.000Z"
		 *     }
		 */
		ActiveUser: {
			id: string;
			email: string;
			firstName: string;
			lastName: string;
			role: string;
			isActive: boolean;
			/** Format: date-time */
			lastLoginAt: string;
		};
		/**
		 * @example {
		 *       "mainTokenCount": 5000,
		 *       "extraTokenCount": 250,
		 *       "totalTokenCount": 5250,
		 *       "refillBalanceActive": true,
		 *       "refillBalanceUpTo": 5000,
		 *       "minBalanceBeforeRefill": 500,
		 *       "apiKey": "example-key"
		 *     }
		 */
		TokenBalance: {
			/** @description Main tokens available */
			mainTokenCount: number;
			/** @description Additional tokens (bonus and the like) */
			extraTokenCount: number;
			/** @description Sum of main and extra tokens */
			totalTokenCount: number;
			/** @description Whether automatic refill is enabled */
			refillBalanceActive: boolean;
			/** @description Automatic refill setting */
			refillBalanceUpTo: number;
			/** @description Automatic refill setting */
			minBalanceBeforeRefill: number;
			/** @description API key associated with the user */
			apiKey: string;
		};
		Error: {
			message: string;
		};
	};
	responses: {
		/** @description A field or parameter is missing, of the wrong type, or unknown, or the body is not valid JSON */
		Invalid: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description Token missing or invalid */
		Unauthorized: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The token balance is too low for the request. Nothing is processed or charged */
		BalanceTooLow: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description Token expired or insufficient for the operation */
		Forbidden: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description No such record in the organization of the caller */
		NotFound: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description No such record in the organization of the caller */
		NotFoundChosen: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The body is bigger than 1 MiB */
		BodyTooBig: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description The body's content type is not application/json */
		NotJson: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description Rate limit exceeded */
		TooManyRequests: {
			headers: {
				/** @description Seconds until the next request is allowed, rounded up */
				'Retry-After'?: number;
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
		/** @description Internal server error */
		InternalError: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Error'];
			};
		};
	};
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	'billing.getActiveUsers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Active users, without inactive and deleted ones */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						message: string;
						users: components['schemas']['ActiveUser'][];
					};
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'billing.getTokenBalance': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Token balance */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['TokenBalance'];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'seoPlatform.create': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': {
					name: string;
					type: string;
					config: components['schemas']['PlatformConfig'];
				};
			};
		};
		responses: {
			/** @description The new platform */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Platform'];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			413: components['responses']['BodyTooBig'];
			415: components['responses']['NotJson'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'seoPlatform.getAll': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Platforms */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Platform'][];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'article.getAll': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Articles */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Article'][];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'article.getBySeoJob': {
		parameters: {
			query: {
				seoJobId: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Articles */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Article'][];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFoundChosen'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'snippet.update': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				snippetId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': {
					name?: string;
					description?: string;
					content?: string;
				};
			};
		};
		responses: {
			/** @description The snippet after the change */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Snippet'];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFoundChosen'];
			413: components['responses']['BodyTooBig'];
			415: components['responses']['NotJson'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'whatsApp.setFirstMessage': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': {
					agent_id: string;
					first_message: string;
				};
			};
		};
		responses: {
			/** @description Done */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						message: string;
					};
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFoundChosen'];
			413: components['responses']['BodyTooBig'];
			415: components['responses']['NotJson'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'lead.getAll': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Leads */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': {
						leads: components['schemas']['Lead'][];
					};
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
	'lead.get': {
		parameters: {
			query?: never;
			header?: never;
			path: {
				leadId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The lead, without its ID */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Lead'];
				};
			};
			400: components['responses']['Invalid'];
			401: components['responses']['Unauthorized'];
			402: components['responses']['BalanceTooLow'];
			403: components['responses']['Forbidden'];
			404: components['responses']['NotFound'];
			429: components['responses']['TooManyRequests'];
			500: components['responses']['InternalError'];
		};
	};
}
