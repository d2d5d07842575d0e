import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { CDPSession, Page } from '@playwright/test';
import execa from 'execa';

/** The longest that nothing moves, s: nobody wants to watch a page load. */
const LONGEST_FRAME = 6;

/** A frame and when it was shown, s. */
interface Frame {
	file: string;
	at: number;
}

/** Shows the mouse and captions on the page; Chromium's frames have neither. */
const overlay = `
	const start = () => {
		const add = (style) => {
			const element = document.createElement('div');
			Object.assign(element.style, { position: 'fixed', zIndex: 2147483647, pointerEvents: 'none' }, style);
			document.documentElement.append(element);
			return element;
		};
		const mouse = add({
			width: '18px', height: '18px', margin: '-9px', borderRadius: '50%', left: '-50px',
			background: 'rgba(255, 109, 90, 0.75)', boxShadow: '0 0 0 3px rgba(255, 255, 255, 0.8)',
		});
		addEventListener('mousemove', ({ clientX, clientY }) =>
			Object.assign(mouse.style, { left: clientX + 'px', top: clientY + 'px' }), true);
		const caption = add({
			left: '50%', bottom: '28px', transform: 'translateX(-50%)', maxWidth: '80%',
			padding: '12px 24px', borderRadius: '8px', font: '500 22px/1.35 sans-serif',
			color: '#fff', background: 'rgba(20, 20, 30, 0.9)', textAlign: 'center',
		});
		window.showCaption = (text) => {
			sessionStorage.setItem('caption', text);
			caption.textContent = text;
			caption.style.display = text ? 'block' : 'none';
		};
		window.showCaption(sessionStorage.getItem('caption') ?? '');
	};
	if (document.documentElement) start();
	else document.addEventListener('DOMContentLoaded', start);
`;

/** Records what a page shows, frame by frame, and makes a film of it. */
export class Recorder {
	private readonly folder = mkdtempSync(join(tmpdir(), 'agent-suite-film-'));
	private readonly frames: Frame[] = [];

	private constructor(
		private readonly page: Page,
		private readonly session: CDPSession,
	) {}

	/** Starts to record; to be called before the page is opened. */
	static async start(page: Page): Promise<Recorder> {
		await page.addInitScript(overlay);
		const session = await page.context().newCDPSession(page);
		const recorder = new Recorder(page, session);
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			const file = join(recorder.folder, `${recorder.frames.length}.jpg`);
			writeFileSync(file, data, 'base64');
			recorder.frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 });
			void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
		return recorder;
	}

	/** Shows a caption, and leaves the viewer time to read it. */
	async caption(text: string, seconds = 2 + text.length / 25): Promise<void> {
		await this.page.evaluate(`window.showCaption(${JSON.stringify(text)})`);
		await this.pause(seconds);
	}

	/** Leaves the viewer time to look. */
	async pause(seconds: number): Promise<void> {
		await this.page.waitForTimeout(seconds * 1000);
	}

	/** How long the film is so far, s. */
	get seconds(): number {
		return this.frames.slice(1).reduce((sum, { at }, index) => {
			return sum + Math.min(LONGEST_FRAME, at - this.frames[index].at);
		}, 0);
	}

	/** Ends the recording and writes the film. */
	async save(file: string, ffmpeg: string): Promise<void> {
		await this.session.send('Page.stopScreencast');
		// Chromium sends a frame when something has changed, so each is shown until the next.
		const lines = this.frames.flatMap(({ file: frame, at }, index) => {
			const until = this.frames[index + 1]?.at ?? at + 2;
			const shown = Math.min(LONGEST_FRAME, Math.max(0.01, until - at));
			return [`file '${frame}'`, `duration ${shown.toFixed(3)}`];
		});
		const list = join(this.folder, 'frames.txt');
		writeFileSync(list, `${lines.join('\n')}\n`);
		mkdirSync(dirname(file), { recursive: true });
		const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
		const video = ['-vf', 'fps=25,scale=trunc(iw/2)*2:trunc(ih/2)*2', '-c:v', 'libx264'];
		const quality = ['-crf', '23', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
		await execa(ffmpeg, [...input, ...video, ...quality, file]);
		rmSync(this.folder, { recursive: true, force: true });
	}
}
