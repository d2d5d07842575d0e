/** Reads package.json, and reads and cuts CHANGELOG.md, which is in the form of Keep a Changelog. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { PlainError, readJson, root } = require('../shared');

const changelogFile = join(root, 'CHANGELOG.md');

const changelog = () => readFileSync(changelogFile, 'utf8');

const manifest = () => readJson(root, 'package.json');

/** The address of the repository, without a slash at the end. */
const repository = () => manifest().repository.url.replace(/^git\+|\.git$/g, '');

/** The text of the section of a version (or `Unreleased`), without its heading, or undefined. */
function sectionOf(text, name) {
	const [, ...parts] = text.split(/^(?=## \[)/m);
	const part = parts.find((candidate) => candidate.startsWith(`## [${name}]`));
	if (part === undefined) return undefined;
	return part
		.replace(/^.*\n/, '')
		.replace(/^\[[^\]]+\]: .*$/gm, '')
		.trim();
}

/**
 * Changes the section `Unreleased` into the section of a release.
 * @param text the changelog
 * @param version without a "v"
 * @param date as YYYY-MM-DD
 * @throws PlainError if the section is empty, or the version already has one
 */
function cut(text, version, date) {
	if (sectionOf(text, version) !== undefined) {
		throw new PlainError(`CHANGELOG.md already has a section ${version}.`);
	}
	if (!/^- /m.test(sectionOf(text, 'Unreleased') ?? '')) {
		throw new PlainError('[Unreleased] in CHANGELOG.md is empty. List the changes there first.');
	}
	const [, previous] = /^## \[(\d[^\]]*)\]/m.exec(text) ?? [];
	const heading = `## [Unreleased]\n\n## [${version}] - ${date}`;
	const link = previous ? `compare/v${previous}...v${version}` : `releases/tag/v${version}`;
	const links = [
		`[Unreleased]: ${repository()}/compare/v${version}...HEAD`,
		`[${version}]: ${repository()}/${link}`,
	];
	return `${text
		.replace(/^## \[Unreleased\]$/m, heading)
		.replace(/^\[Unreleased\]: .*\n?/m, '')
		.trimEnd()
		.replace(
			/(?:\n\n((?:\[[^\]]+\]: .*\n?)+))?$/,
			(_, old = '') => `\n\n${[...links, old].join('\n').trimEnd()}`,
		)}\n`;
}

module.exports = { changelog, changelogFile, cut, manifest, repository, sectionOf };
