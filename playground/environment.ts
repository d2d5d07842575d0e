/** The environment in which n8n starts: none of another n8n's settings, no outside connections. */
import { delimiter, dirname } from 'node:path';

export interface N8nSettings {
	/** Where n8n is installed. Default: the playground. */
	folder?: string;
	/** Where n8n keeps its `.n8n` folder: database, key, community packages. */
	userFolder: string;
	port: number;
	/** The port of n8n's task broker (Code node). Default: `port` + 1. */
	brokerPort?: number;
	/** More variables. */
	env?: NodeJS.ProcessEnv;
}

/** Prefixes of n8n's settings, and the names of those without a prefix. */
const PREFIXES =
	/^(N8N|DB|QUEUE|EXECUTIONS|CREDENTIALS|NODES|NODE_FUNCTION|WORKFLOWS|EXTERNAL|OFFLOAD|INSTANCE_AI|DAYTONA)_/;
const NAMES = /^(WEBHOOK_URL|GENERIC_TIMEZONE|ENVIRONMENT|DEPLOYMENT_NAME|CODE_ENABLE_STDOUT)$/;

/** The environment of this process without settings of n8n, which can belong to another n8n on this machine. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(([name]) => !PREFIXES.test(name) && !NAMES.test(name)),
	);
}

/** The environment of an n8n with these settings, which only connects to this machine. @param url of the editor */
export function environment(options: N8nSettings, url: string): NodeJS.ProcessEnv {
	const inherited = inheritedEnvironment(process.env);
	const path = Object.keys(inherited).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	return {
		...inherited,
		[path]: `${dirname(process.execPath)}${delimiter}${inherited[path] ?? ''}`,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(options.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: 'localhost',
		N8N_EDITOR_BASE_URL: url,
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort ?? options.port + 1),
		N8N_SECURE_COOKIE: 'false',
		N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_REINSTALL_MISSING_PACKAGES: 'false',
		// The playground only connects to the sandbox. Other versions of n8n can refuse modules that they do not know.
		...(options.folder === undefined && { N8N_DISABLED_MODULES: 'mcp-registry' }),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		EXTERNAL_FRONTEND_HOOKS_URLS: '',
		...options.env,
	};
}
