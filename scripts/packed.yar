// What no file of the published package can do or contain. scripts/yara.mjs first runs each rule over its own sample,
// so that a rule that finds nothing is noticed, and then over the tarball.

rule runs_programs
{
	meta:
		sample = "const { exec } = require(\"node:child_process\");"
	strings:
		$module = /(require\s*\(|from|import\s*\(?)\s*['"](node:)?(child_process|cluster|worker_threads|inspector)['"]/
		$loader = /process\.(binding|dlopen|mainModule)/
	condition:
		any of them
}

rule runs_text_as_code
{
	meta:
		sample = "new Function(\"return 1\")()"
	strings:
		$eval = /\beval\s*\(/
		$function = /\bFunction\s*\(\s*['"`]/
		$vm = /(require\s*\(|from|import\s*\(?)\s*['"](node:)?vm['"]/
		$timer = /set(Timeout|Interval)\s*\(\s*['"`]/
	condition:
		any of them
}

rule reads_the_machine
{
	meta:
		sample = "send(process.env)"
	strings:
		$environment = /\bprocess(\??\.[a-zA-Z]|\[)/
		$global = /\bglobalThis\b/
		$module = /(require\s*\(|from|import\s*\(?)\s*['"](node:)?(fs|fs\/promises|os|path|process)['"]/
		$secrets = /\.npmrc|\.ssh\/|\/etc\/passwd|\.aws\/credentials|N8N_ENCRYPTION_KEY/
	condition:
		any of them
}

rule opens_connections
{
	meta:
		sample = "await fetch(\"https://example.com\")"
	strings:
		$module = /(require\s*\(|from|import\s*\(?)\s*['"](node:)?(net|tls|dns|dns\/promises|dgram|http|https|http2|axios|undici|got|node-fetch)['"]/
		$function = /\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\s*\(/
	condition:
		any of them
}

rule names_a_drop
{
	meta:
		sample = "https://discord.com/api/webhooks/1/x"
	strings:
		$service = /discord(app)?\.com\/api\/webhooks|api\.telegram\.org|webhook\.site|pastebin\.com|requestbin|ngrok\.(io|app)|interact\.sh|oastify\.com|transfer\.sh/
		$address = /https?:\/\/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/
		$wallet = /\b0x[0-9a-fA-F]{40}\b/
	condition:
		any of them
}

rule hides_text
{
	meta:
		sample = "var _0x3fa1c2 = \"\\x63\\x6f\\x6e\\x73\\x74\\x20\\x61\\x20\\x3d\\x20\\x31\\x3b\""
	strings:
		$names = /\b_0x[0-9a-f]{4,}\b/
		$hex = /(\\x[0-9a-fA-F]{2}){10}/
		$unicode = /(\\u[0-9a-fA-F]{4}){16}/
		$base64 = /['"`][A-Za-z0-9+\/]{200,}={0,2}['"`]/
		$decode = /\batob\s*\(|fromCharCode\s*\(\s*\d+\s*,\s*\d+\s*,\s*\d+/
	condition:
		any of them
}

rule has_invisible_characters
{
	meta:
		sample_hex = "e2 80 ae"
	strings:
		// Characters with zero width, or that change the direction of text.
		$zero_width = { E2 80 ( 8B | 8C | 8D | 8E | 8F ) }
		$direction = { E2 80 ( AA | AB | AC | AD | AE ) }
		$isolate = { E2 81 ( A6 | A7 | A8 | A9 ) }
		$variation = { F3 A0 ( 84 | 85 | 86 | 87 ) }
	condition:
		any of them
}

rule is_a_program
{
	meta:
		sample_hex = "7f 45 4c 46 00 00 00 00"
	condition:
		uint32be(0) == 0x7F454C46 or uint16be(0) == 0x4D5A or uint32be(0) == 0x0061736D or
		uint32be(0) == 0xFEEDFACF or uint32be(0) == 0xCFFAEDFE or uint32be(0) == 0xCAFEBABE or
		uint16be(0) == 0x2321
}

rule runs_on_install
{
	meta:
		sample = "\"postinstall\": \"node x.js\""
	strings:
		$hook = /"(preinstall|install|postinstall|prepare|preuninstall|postuninstall)"\s*:/
		$dependencies = /"(dependencies|optionalDependencies|bundleDependencies|bundledDependencies)"\s*:\s*[\[{]\s*["]/
	condition:
		any of them
}
