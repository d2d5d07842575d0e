import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { CDPSession, Page } from '@playwright/test';
import execa from 'execa';

/** Maximum time of an action between two captions in the film, s. A slow machine takes longer to record it. */
const MAX_ACTION = 6;
/** Frames per second of the film. */
const RATE = 25;

/** A frame, and when Chromium showed it, s since 1970. */
interface Frame {
	file: string;
	at: number;
}

/** A part of the recording with a fixed length in the film, however long it took to record. */
interface Stretch {
	from: number;
	until: number;
	/** Length in the film, s. 0 cuts it out. */
	seconds: number;
}

const now = () => Date.now() / 1000;

/** Shows the mouse and captions on the page, because Chromium's frames have neither. */
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
		// A busy Chromium skips frames, and sends no other one while nothing changes on the page.
		const dot = add({ width: '1px', height: '1px', right: 0, bottom: 0, background: '#888' });
		setInterval(() => { dot.style.opacity = dot.style.opacity === '0.02' ? '0.01' : '0.02'; }, 250);
	};
	if (document.documentElement) start();
	else document.addEventListener('DOMContentLoaded', start);
`;

/** Records a page frame by frame, and makes a film of it. */
export class Recorder {
	private readonly folder = mkdtempSync(join(tmpdir(), 'agent-suite-film-'));
	private readonly frames: Frame[] = [];
	private readonly stretches: Stretch[] = [];
	private readonly began = now();

	private constructor(
		private readonly page: Page,
		private readonly session: CDPSession,
	) {}

	/** Starts to record. Call it before you open the page. */
	static async start(page: Page): Promise<Recorder> {
		await page.addInitScript(overlay);
		const session = await page.context().newCDPSession(page);
		const recorder = new Recorder(page, session);
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			const file = join(recorder.folder, `${recorder.frames.length}.jpg`);
			writeFileSync(file, data, 'base64');
			recorder.frames.push({ file, at: metadata.timestamp ?? now() });
			void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
		return recorder;
	}

	/** Resolves once the page has been drawn, which takes seconds on a busy machine. */
	private async drawn(): Promise<void> {
		const frame = 'new Promise((drawn) => requestAnimationFrame(drawn))';
		await this.page.evaluate(`${frame}.then(() => ${frame})`);
	}

	/** Shows a caption until the next one or the next cut, and gives the viewer time to read it. */
	async caption(text: string, seconds = 2 + text.length / 25): Promise<void> {
		await this.page.evaluate(`window.showCaption(${JSON.stringify(text)})`);
		await this.drawn();
		await this.pause(seconds);
	}

	/** Gives the viewer time to look. */
	async pause(seconds: number): Promise<void> {
		const from = now();
		await this.page.waitForTimeout(seconds * 1000);
		this.stretches.push({ from, until: now(), seconds });
	}

	/** Runs work such as loading a page, and cuts it from the film. */
	async cut<T>(work: () => Promise<T>): Promise<T> {
		const from = now();
		await this.page.evaluate('window.showCaption?.("")');
		const result = await work();
		// The first frame afterwards is one of the finished page.
		await this.drawn();
		this.stretches.push({ from, until: now(), seconds: 0 });
		return result;
	}

	/** Length of the film so far, s. */
	get seconds(): number {
		return this.filmTime(now());
	}

	/** Converts a time of the recording to a time of the film, s. */
	private filmTime(at: number): number {
		let film = 0;
		let last = this.began;
		const ends = [...this.stretches, { from: now(), until: Infinity, seconds: 0 }];
		for (const { from, until, seconds } of ends) {
			const action = Math.min(MAX_ACTION, from - last);
			if (at < from) return film + (action * (at - last)) / (from - last);
			film += action;
			if (at < until) return film + (seconds * (at - from)) / (until - from);
			film += seconds;
			last = until;
		}
		return film;
	}

	/** The visible frames with their start times, s. Chromium sends a frame for each change. */
	private cutList(): Frame[] {
		const list: Frame[] = [];
		for (const { file, at } of this.frames) {
			const frame = { file, at: this.filmTime(at) };
			const previous = list.at(-1);
			// If several fall into the time of one, the last is the current state.
			if (previous && frame.at - previous.at < 1 / RATE) previous.file = file;
			else list.push(frame);
		}
		return list;
	}

	/** Ends the recording and writes the film. */
	async save(file: string, ffmpeg: string): Promise<void> {
		const end = this.seconds;
		const frames = this.cutList();
		await this.session.send('Page.stopScreencast');
		const lines = frames.flatMap(({ file: frame, at }, index) => {
			const shown = Math.max(1 / RATE, (frames[index + 1]?.at ?? end) - at);
			return [`file '${frame}'`, `duration ${shown.toFixed(3)}`];
		});
		// ffmpeg ignores the duration of the last one.
		lines.push(`file '${frames.at(-1)?.file}'`);
		const list = join(this.folder, 'frames.txt');
		writeFileSync(list, `${lines.join('\n')}\n`);
		mkdirSync(dirname(file), { recursive: true });
		const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
		const video = ['-vf', `fps=${RATE},scale=trunc(iw/2)*2:trunc(ih/2)*2`, '-c:v', 'libx264'];
		const quality = [
			'-preset',
			'veryfast',
			'-crf',
			'23',
			'-pix_fmt',
			'yuv420p',
			'-movflags',
			'+faststart',
		];
		await execa(ffmpeg, [...input, ...video, ...quality, file]);
		rmSync(this.folder, { recursive: true, force: true });
	}
}
