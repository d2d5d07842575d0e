/** The parts of the documentation that change with a release: what is only true before the first one, and versions. */

/** Texts that users read. docs/maintainers describes releases, so it can say what the others must not. */
exports.userTexts = ['*.md', '*.yaml', 'examples/*.json', ':!docs/maintainers', ':!CHANGELOG.md'];

/**
 * A text without what is only true before the first release. That stands between two lines of its own,
 * `<!-- until published -->` and `<!-- /until published -->`.
 */
exports.withoutNotices = (text) =>
	text.replace(
		/^[ \t]*<!-- until published -->\n[^]*?^[ \t]*<!-- \/until published -->\n\n?/gm,
		'',
	);

/** Sentences that no published package can contain. */
const unpublished = [
	/<!-- \/?until published -->/,
	/not published yet/i,
	/(?:isn't|is not|not yet) (?:yet )?on npm/i,
	/(?:once|until) (?:it|it's|it is|the package is) (?:published|on npm)/i,
];

/** The sentences in a text that say that the package is not published. */
exports.saysUnpublished = (text) => {
	const line = text.replace(/[\s>]+/g, ' ');
	return unpublished.flatMap((pattern) => pattern.exec(line)?.[0] ?? []);
};

/** The rows of SECURITY.md's table: only the newest minor version gets fixes. */
const supported = (version) => {
	const [major, minor] = version.split('.');
	const newest = `${major}.${minor}`;
	return [
		'| Version | Gets fixes |',
		'| --- | --- |',
		`| ${newest}.x | Yes |`,
		`| Below ${newest} | No |`,
	].join('\n');
};

/** What stands before the version of the package in commands, settings, and names of files. */
const beforeVersion = (name) =>
	`${name}[@-]|"${name}","version":"|_VERSION=|download v|/v(?=[\\d.]+/)`;

/** A text with this version: in SECURITY.md's table, and wherever the package is named with its version. */
exports.withVersion = (text, name, version) =>
	text
		.replace(
			/(?<=<!-- supported: made by a release -->\n)[^]*?(?=\n<!-- \/supported -->)/,
			supported(version),
		)
		.replace(new RegExp(`(?<=${beforeVersion(name)})\\d+\\.\\d+\\.\\d+`, 'g'), version);
