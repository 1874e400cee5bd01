/**
 * Texts with markup as tdlib reads them (`test/message_entities.cpp`, Boost Software License 1.0). A quote of MarkdownV2
 * ends before its line feed here, in tdlib after it. A URL without a path has no slash added.
 */
import { expect, test } from "vitest";
import { byteOffset, EntityParseError, type Parsed } from "./entity.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdownV2 } from "./markdown-v2.ts";
import { normalizeEntities } from "./normalize-entities.ts";

/** The text, and its entities as `type offset length` with what they carry. */
function read(parse: (input: string) => Parsed, input: string): readonly string[] {
  const { text, entities } = parse(input);
  return [
    text,
    ...normalizeEntities(entities).map(({ type, offset, length, ...rest }) =>
      [type, offset, length, ...Object.values(rest)].join(" "),
    ),
  ];
}

function sentence(parse: (input: string) => Parsed, input: string): string {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof EntityParseError) return error.sentence((at) => byteOffset(input, at));
  }
  return "no error";
}

test.each<[string, string]>([
  ["🏟 🏟&lt;<abacaba", "Unclosed start tag at byte offset 13"],
  ["🏟 🏟&lt;<abac aba>", 'Unsupported start tag "abac" at byte offset 13'],
  ["🏟 🏟&lt;<abac>", 'Unsupported start tag "abac" at byte offset 13'],
  ["<b/>", 'Unsupported start tag "b/" at byte offset 0'],
  ["🏟 🏟&lt;<i   =aba>", 'Empty attribute name in the tag "i" at byte offset 13'],
  ["🏟 🏟&lt;<i    aba>", 'Can\'t find end tag corresponding to start tag "i"'],
  ["🏟 🏟&lt;<i    aba  =  ", 'Unclosed start tag "i" at byte offset 13'],
  ["🏟 🏟&lt;<i    aba  =  190azAz-.,", "Unexpected end of name token at byte offset 27"],
  ['🏟 🏟&lt;<i    aba  =  "&lt;&gt;&quot;>', "Unclosed start tag at byte offset 13"],
  ["🏟 🏟&lt;<i    aba  =  '&lt;&gt;&quot;>", "Unclosed start tag at byte offset 13"],
  ["🏟 🏟&lt;</", "Unexpected end tag at byte offset 13"],
  ["🏟 🏟&lt;<b></b></", "Unexpected end tag at byte offset 20"],
  ["🏟 🏟&lt;<i>a</i   ", "Unclosed end tag at byte offset 17"],
  ["🏟 🏟&lt;<i>a</em   >", 'Unmatched end tag at byte offset 17, expected "</i>", found "</em>"'],
  ['<tg-time unix="12345" format="rt">x</tg-time>', "Invalid date format used"],
  ['<tg-time unix="12345" format="ts">x</tg-time>', "Invalid date format used"],
  ['<tg-emoji emoji-id="x">x</tg-emoji>', "Invalid custom emoji identifier specified"],
])("HTML %j is refused", (input, expected) => {
  expect(sentence(parseHtml, input)).toBe(expected);
});

test.each<[string, ...string[]]>([
  ["&ge;&lt;&gt;&amp;&quot;&laquo;&raquo;", '&ge;<>&"&laquo;&raquo;'],
  ["&Or;", "&Or;"],
  ["➡️ ➡️<i>➡️ ➡️</i><b>➡️ ➡️</b>", "➡️ ➡️➡️ ➡️➡️ ➡️", "italic 5 5", "bold 10 5"],
  ["🏟 🏟<i>🏟 &lt🏟</i>", "🏟 🏟🏟 <🏟", "italic 5 6"],
  ["🏟 🏟<i>🏟 &gt;<b aba   =   caba>&lt🏟</b></i>", "🏟 🏟🏟 ><🏟", "italic 5 7", "bold 9 3"],
  ["🏟 🏟&lt;<i    aba  =  190azAz-.   >a</i>", "🏟 🏟<a", "italic 6 1"],
  ["🏟 🏟&lt;<i    aba  =  190azAz-.>a</i>", "🏟 🏟<a", "italic 6 1"],
  ["🏟 🏟&lt;<i    aba  =  '&lt;&gt;&quot;'>a</>", "🏟 🏟<a", "italic 6 1"],
  ["🏟 🏟&lt;<i>a</    >", "🏟 🏟<a", "italic 6 1"],
  ["🏟 🏟&lt;<b></b>", "🏟 🏟<"],
  ['➡️ ➡️<span class = "tg-spoiler">➡️ ➡️</span>', "➡️ ➡️➡️ ➡️", "spoiler 5 5"],
  ['<a href  ="telegram.org"   > </a>', " ", "text_link 0 1 http://telegram.org"],
  ["<a   href=  'telegram.org?&lt;'   > </a>", " ", "text_link 0 1 http://telegram.org?<"],
  ["<a> </a>", " "],
  ["<a>telegram.org</a>", "telegram.org", "text_link 0 12 http://telegram.org"],
  ["🏟 🏟&lt;<pre><code>🏟 🏟&lt;</code></>", "🏟 🏟<🏟 🏟<", "pre 6 6"],
  ['🏟 🏟&lt;<pre><code class="language-">🏟 🏟&lt;</code></>', "🏟 🏟<🏟 🏟<", "pre 6 6"],
  ['🏟 🏟&lt;<pre><code class="language-fift">🏟 🏟&lt;</></>', "🏟 🏟<🏟 🏟<", "pre 6 6 fift"],
  ['🏟 🏟&lt;<code class="language-fift"><pre>🏟 🏟&lt;</></>', "🏟 🏟<🏟 🏟<", "pre 6 6 fift"],
  ['🏟 🏟&lt;<pre><code class="language-fift">🏟 🏟&lt;</> </>', "🏟 🏟<🏟 🏟< ", "pre 6 7"],
  ['<tg-emoji emoji-id = "12345">➡️ ➡️</tg-emoji>', "➡️ ➡️", "custom_emoji 0 5 12345"],
  ['<tg-time unix = "12345", format = "r">➡️</tg-time>', "➡️", "date_time 0 2 12345 r"],
  ['<tg-time unix="12345" format="tttTTdDwW">x</tg-time>', "x", "date_time 0 1 12345 wdt"],
  ['<tg-time unix="12345">x</tg-time>', "x", "date_time 0 1 12345 "],
  ['<tg-time unix="0">x</tg-time><tg-time>y</tg-time>', "xy"],
  ['<blockquote   cite="" askdlbas nasjdbaj nj12b3>a&lt;<pre  >b;</></>', "a<b;", "blockquote 0 4", "pre 2 2"],
  ["<blockquote   expandable=false>a&lt;<pre  >b;</></>", "a<b;", "expandable_blockquote 0 4", "pre 2 2"],
])("HTML %j", (input, ...expected) => {
  expect(read(parseHtml, input)).toEqual(expected);
});

test.each<[string, string]>([
  ["🏟 🏟_abacaba", "Can't find end of Italic entity at byte offset 9"],
  ["🏟 🏟_abac * asd ", "Can't find end of Bold entity at byte offset 15"],
  ["🏟 🏟_abac * asd _", "Can't find end of Italic entity at byte offset 21"],
  ["🏟 🏟`", "Can't find end of Code entity at byte offset 9"],
  ["🏟 🏟```", "Can't find end of Pre entity at byte offset 9"],
  ["🏟 🏟```a", "Can't find end of Pre entity at byte offset 9"],
  ["🏟 🏟```a ", "Can't find end of PreCode entity at byte offset 9"],
  ["🏟 🏟__🏟 🏟_", "Can't find end of Italic entity at byte offset 20"],
  ["🏟 🏟_🏟 🏟__", "Can't find end of Underline entity at byte offset 19"],
  ["🏟 🏟```🏟 🏟`", "Can't find end of Code entity at byte offset 21"],
  ["🏟 🏟```🏟 🏟_", "Can't find end of PreCode entity at byte offset 9"],
  ["🏟 🏟```🏟 🏟\\`", "Can't find end of PreCode entity at byte offset 9"],
  ["[a](", "Can't find end of a URL at byte offset 4"],
  ["[telegram\\.org](asd\\)", "Can't find end of a URL at byte offset 16"],
  ["🏟 🏟__🏟 _🏟___", "Can't find end of Italic entity at byte offset 23"],
  ["🏟 🏟||test\\|", "Can't find end of Spoiler entity at byte offset 9"],
  ["🏟 🏟!", "Character '!' is reserved and must be escaped with the preceding '\\'"],
  ["🏟 🏟>", "Character '>' is reserved and must be escaped with the preceding '\\'"],
  ["🏟 🏟![👍", "Can't find end of CustomEmoji entity at byte offset 9"],
  ["🏟 🏟![👍]", "The entity must contain a tg://emoji or tg://time URL"],
  ["🏟 🏟![👍](tg://emoji?id=1234", "Can't find end of a URL at byte offset 17"],
  ["![👍](http://a.example)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](t://emoji?id=1234)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](tg:emojis?id=1234)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](tg://emoji#test)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](tg://emoji?test=1#&id=25)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](tg://emoji?test=1231&id=025)", "Invalid tg://emoji or tg://time URL specified"],
  ["![👍](tg://time?test=1231&date=025)", "Invalid tg://emoji or tg://time URL specified"],
  [">*b\n>ld \n>bo\nld*\nasd\ndef", "Can't find end of Bold entity at byte offset 1"],
  [">\n*a*>2", "Character '>' is reserved and must be escaped with the preceding '\\'"],
  [">asd\n>q||e||w||\n||asdad", "Can't find end of Spoiler entity at byte offset 16"],
  [">asd\n>q||ew\n||asdad", "Can't find end of Spoiler entity at byte offset 7"],
  [">asd\n>q||e||w__\n||asdad", "Can't find end of Underline entity at byte offset 13"],
])("MarkdownV2 %j is refused", (input, expected) => {
  expect(sentence(parseMarkdownV2, input)).toBe(expected);
});

test.each<[string, ...string[]]>([
  ["\\\\\\\\\\\\\\\\\\_\\*\\`", "\\\\\\\\_*`"],
  ["🏟 🏟_abac \\* asd _", "🏟 🏟abac * asd ", "italic 5 11"],
  ["\\\\\\a\\b\\1\\➡️\\", "\\ab1\\➡️\\"],
  ["🏟 🏟_🏟 *🏟*_", "🏟 🏟🏟 🏟", "italic 5 5", "bold 8 2"],
  ["🏟 🏟_🏟 __🏟___", "🏟 🏟🏟 🏟", "italic 5 5", "underline 8 2"],
  ["🏟 🏟__🏟 _🏟_\\___", "🏟 🏟🏟 🏟_", "underline 5 6", "italic 8 2"],
  ["🏟 🏟`🏟 🏟```", "🏟 🏟🏟 🏟", "code 5 5"],
  ["🏟 🏟```🏟 🏟```", "🏟 🏟 🏟", "pre 5 3 🏟"],
  ["```py print(1)```", " print(1)", "pre 0 9 py"],
  ["🏟 🏟```🏟\n🏟```", "🏟 🏟🏟", "pre 5 2 🏟"],
  ["🏟 🏟```🏟\n\n🏟```", "🏟 🏟\n🏟", "pre 5 3 🏟"],
  ["🏟 🏟```🏟 \\\\\\`🏟```", "🏟 🏟 \\`🏟", "pre 5 5 🏟"],
  ["🏟 🏟``````", "🏟 🏟"],
  ["🏟 🏟____**", "🏟 🏟"],
  ["||test||", "test", "spoiler 0 4"],
  ["[](telegram.org)", ""],
  ["[ ](as)", " "],
  ["[telegram\\.org]a", "telegram.orga", "text_link 0 12 http://telegram.org"],
  ["[telegram\\.org](https://telegram.dog?\\\\\\()", "telegram.org", "text_link 0 12 https://telegram.dog?\\("],
  ["[telegram\\.org]()", "telegram.org"],
  ["[telegram\\.org](tg:user?id=123456)", "telegram.org", "text_mention 0 12 123456"],
  ["[x](TG://User/?a=b&id=7#id=8)", "x", "text_mention 0 1 7"],
  ["![👍](TG://EMoJI/?test=1231&id=25#id=32)a", "👍a", "custom_emoji 0 2 25"],
  ["![👍](TG://TiME/?test=1231&unix=25#unix=32)a", "👍a", "date_time 0 2 25 "],
  ["![👍](TG://TiME/?test=1231&format=R&unix=25)a", "👍a", "date_time 0 2 25 r"],
  ["![👍](tg://time?format=DT&unix=25)a", "👍a", "date_time 0 2 25 DT"],
  ["> \n> \n>", " \n \n", "blockquote 0 4"],
  ["> \\>\n \\> \n>", " >\n > \n", "blockquote 0 2"],
  [">", ""],
  [">*abcd*", "abcd", "blockquote 0 4", "bold 0 4"],
  ["*>abcd\n*", "abcd\n", "bold 0 5", "blockquote 0 4"],
  [">*b\n>ld \n>bo\n>ld*\nasd\ndef", "b\nld \nbo\nld\nasd\ndef", "blockquote 0 11", "bold 0 11"],
  ["*a\n>b\n>ld \n>bo\n>ld\nasd*\ndef", "a\nb\nld \nbo\nld\nasd\ndef", "bold 0 17", "blockquote 2 11"],
  [">`b\n>ld \n>bo\nld`\n>asd\ndef", "b\n>ld \n>bo\nld\nasd\ndef", "blockquote 0 17", "code 0 13"],
  ["`>b\n>ld \n>bo\nld`\n>asd\ndef", ">b\n>ld \n>bo\nld\nasd\ndef", "code 0 14", "blockquote 15 3"],
  [">a\n**>2", "a\n2", "blockquote 0 1", "blockquote 2 1"],
  [">**\n>2", "\n2", "blockquote 0 2"],
  [">asd\n>q||e||w||\nasdad", "asd\nqew\nasdad", "expandable_blockquote 0 7", "spoiler 5 1"],
  [">asd\n>q||ew||\nasdad", "asd\nqew\nasdad", "blockquote 0 7", "spoiler 5 2"],
  [">asd\n>q||e||w||", "asd\nqew", "expandable_blockquote 0 7", "spoiler 5 1"],
  [">||", ""],
])("MarkdownV2 %j", (input, ...expected) => {
  expect(read(parseMarkdownV2, input)).toEqual(expected);
});
