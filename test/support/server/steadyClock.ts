import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clock of leases and intervals in n8n's processes, which a test can put forward. The date stays. */
export class SteadyClock {
	private readonly folder = mkdtempSync(join(tmpdir(), 'agent-suite-clock-'));
	private readonly file = join(this.folder, 'ahead');
	private ahead = 0;
	/** The variables that n8n's processes need. */
	readonly env = {
		STEADY_CLOCK_FILE: this.file,
		NODE_OPTIONS: `--require "${join(__dirname, 'performanceNow.js')}"`,
	};

	constructor() {
		this.pass(0);
	}

	/** Lets time pass in all processes, within milliseconds. */
	pass(ms: number): void {
		this.ahead += ms;
		writeFileSync(this.file, String(this.ahead));
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
