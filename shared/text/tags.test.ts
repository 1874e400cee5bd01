/**
 * Which mentions, commands, hashtags and cashtags are found. The texts are tdlib's (`test/message_entities.cpp`, Boost
 * Software License 1.0) where a comment does not say otherwise.
 */
import { describe, expect, test } from "vitest";
import { findTags } from "./tags.ts";

type Row = readonly [text: string, ...found: string[]];

function found(type: string, text: string): string[] {
  return findTags(text)
    .filter((entity) => entity.type === type)
    .map(({ offset, length }) => text.slice(offset, offset + length));
}

const ones = (count: number) => "1".repeat(count);

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  mention: [
    ["@mention", "@mention"],
    ["@mention ", "@mention"],
    [" @mention ", "@mention"],
    ["@abcde @xyzxy @abcde @xyzxy @xxxxx@yyyyy @ttttt", "@abcde", "@xyzxy", "@abcde", "@xyzxy", "@xxxxx", "@ttttt"],
    ["no@mention"],
    ["@n"],
    ["@abcdefghijklmnopqrstuvwxyz123456", "@abcdefghijklmnopqrstuvwxyz123456"],
    ["@abcdefghijklmnopqrstuvwxyz1234567"],
    ["нет@mention"],
    // User names of three letters are for everybody here; in Telegram they are for a few bots.
    ["@abc @gif @ya @y", "@abc", "@gif"],
    // A user name begins with a letter here. tdlib finds them.
    ["@1abc @_abc"],
    ["/@alice @@alice", "@alice", "@alice"],
  ],
  bot_command: [
    ["/abc", "/abc"],
    [" /abc", "/abc"],
    ["/abc ", "/abc"],
    [" /abc ", "/abc"],
    ["/a@abc", "/a@abc"],
    ["/a@b"],
    ["/@bfdsa"],
    ["/test/"],
  ],
  hashtag: [
    [""],
    ["#"],
    ["##"],
    ["###"],
    ["#a", "#a"],
    [" #a", "#a"],
    ["#a ", "#a"],
    [" #я ", "#я"],
    [" я#a "],
    [" #a# "],
    [" #123 "],
    [" #123a ", "#123a"],
    [" #a123 ", "#a123"],
    [" #123a# "],
    [` #${ones(300)}`],
    [` #${ones(256)}`],
    [` #${ones(256)}a `],
    [` #${ones(255)}a`, `#${ones(255)}a`],
    [` #${ones(255)}Я`, `#${ones(255)}Я`],
    [` #${ones(255)}a${"b".repeat(255)}# `],
    ["#a#b #c #d", "#c", "#d"],
    ["#test", "#test"],
    ["#test@", "#test"],
    ["#test@a", "#test"],
    ["#test@ab", "#test"],
    ["#test@abc", "#test@abc"],
    ["#test@a-c", "#test"],
    ["#test@abcdefghijabcdefghijabcdefghijab", "#test@abcdefghijabcdefghijabcdefghijab"],
    ["#test@abcdefghijabcdefghijabcdefghijabc", "#test@abcdefghijabcdefghijabcdefghijab"],
    ["#te·st", "#te·st"],
    [`😄😄😄😄 😄😄😄#${ones(200)}ООО${"2".repeat(200)}`, `#${ones(200)}ООО${"2".repeat(53)}`],
    ["#a\u2122", "#a"],
    ["#a൹", "#a"],
    ["#aඁං෴ก฿", "#aඁං෴ก"],
    [`#a${ones(300)}`, `#a${ones(255)}`],
    // Marks are letters of many scripts. tdlib ends the hashtag at the first.
    ["#हिन्दी", "#हिन्दी"],
  ],
  cashtag: [
    [""],
    ["$"],
    ["$$"],
    ["$$$"],
    ["$a"],
    [" $a"],
    ["$a "],
    [" $я "],
    ["$ab"],
    ["$abc"],
    ["$A", "$A"],
    ["$AB", "$AB"],
    ["$ABС"],
    ["$АBC"],
    ["$АВС"],
    ["$ABC", "$ABC"],
    ["$ABCD", "$ABCD"],
    ["$ABCDE", "$ABCDE"],
    ["$ABCDEF", "$ABCDEF"],
    ["$ABCDEFG", "$ABCDEFG"],
    ["$ABCDEFGH", "$ABCDEFGH"],
    ["$ABCDEFGHJ"],
    ["$ABCDEFGH1"],
    [" $XYZ", "$XYZ"],
    ["$XYZ ", "$XYZ"],
    [" $XYZ ", "$XYZ"],
    [" $$XYZ "],
    [" $XYZ$ "],
    [" $ABC1 "],
    [" $1ABC "],
    [" 1$ABC "],
    [" А$ABC "],
    ["$ABC$DEF $GHI $KLM", "$GHI", "$KLM"],
    ["$TEST", "$TEST"],
    ["$TEST@", "$TEST"],
    ["$TEST@a", "$TEST"],
    ["$TEST@ab", "$TEST"],
    ["$TEST@abc", "$TEST@abc"],
    ["$TEST@a-c", "$TEST"],
    ["$TEST@abcdefghijabcdefghijabcdefghijab", "$TEST@abcdefghijabcdefghijabcdefghijab"],
    ["$TEST@abcdefghijabcdefghijabcdefghijabc", "$TEST"],
    ["$1INC"],
    ["$1INCH", "$1INCH"],
    ["...$1INCH...", "$1INCH"],
    ["$1inch"],
    ["$1INCHA"],
    ["$1INCHА"],
    ["$ABC\u2122", "$ABC"],
    ["\u2122$ABC", "$ABC"],
    ["\u2122$ABC\u2122", "$ABC"],
    ["$ABC൹", "$ABC"],
    ["$ABCඁ"],
    ["$ABCං"],
    ["$ABC෴"],
    ["$ABCก"],
    ["$ABC฿", "$ABC"],
  ],
};

describe.each(Object.entries(TABLES))("%s", (type, rows) => {
  test.each(rows.map(([text, ...tags]) => ({ text, tags })))("$text", ({ text, tags }) => {
    expect(found(type, text)).toEqual(tags);
  });
});
