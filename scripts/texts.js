/** The parts of the documentation that change with a release: what is only true before the first one, and versions. */

/** Texts that users read. docs/maintainers describes releases, so it can say what the others must not. */
exports.userTexts = ['*.md', '*.yaml', 'examples/*.json', ':!docs/maintainers', ':!CHANGELOG.md'];

/**
 * Removes the parts that are only true until something happens. Each stands between two lines of its own, such as
 * `<!-- until published -->` and `<!-- /until published -->`.
 */
exports.withoutPart = (text, until) => {
	const line = (slash) => `^[ \\t]*<!-- ${slash}until ${until} -->\\n`;
	return text.replace(new RegExp(`${line('')}[^]*?${line('/')}\\n?`, 'gm'), '');
};

/** Shows the parts that are only true once it has happened. Until then each is a comment: `<!-- once adopted`, …, `-->`. */
exports.withPart = (text, once) =>
	text.replace(new RegExp(`^[ \\t]*<!-- once ${once}\\n([^]*?)^[ \\t]*-->\\n`, 'gm'), '$1');

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

/** A text with this version: in SECURITY.md's table, in commands, and in names of files. */
exports.withVersion = (text, name, version) =>
	text
		.replace(
			/(?<=<!-- supported: made by a release -->\n)[^]*?(?=\n<!-- \/supported -->)/,
			supported(version),
		)
		.replace(
			new RegExp(`(?<=${name}[@-]|"${name}","version":"|download v)\\d+\\.\\d+\\.\\d+`, 'g'),
			version,
		);
