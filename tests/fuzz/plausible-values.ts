/** Plausible values of a parameter, by the schema of its field. */
import type { Schema } from "heliogram/methods/engine/fields.ts";
import { START_S } from "../support/service.ts";
import type { Dice } from "./seeded-random.ts";

const TEXTS = [
  ...["Hello", "/start@echo_bot", "<b>bold <i>both</i></b>", "*bold* _italic_ [there](http://x.example)", "`code`"],
  ...["@caller and @nobody", "#tag https://x.example +49 30 1234567 a@b.example", "مرحبا", "👩‍👩‍👧‍👦", "||spoiler||", "a\nb"],
];
const KINDS = ["bold", "italic", "text_link", "text_mention", "pre", "code", "spoiler", "blockquote", "mention"];
const KEYBOARDS = [
  {
    inline_keyboard: [
      [
        { text: "Yes", callback_data: "yes" },
        { text: "There", url: "https://x.example" },
      ],
    ],
  },
  { inline_keyboard: [[{ text: "Copy", copy_text: { text: "x" } }], []] },
  { inline_keyboard: [] },
  { keyboard: [["A", { text: "B" }], [{ text: "C" }]], resize_keyboard: true, is_persistent: true },
  { remove_keyboard: true },
  { force_reply: true, selective: true, input_field_placeholder: "?" },
];

export function likelyValue(schema: Schema, dice: Dice): unknown {
  if (Array.isArray(schema.enum)) return dice.pick(schema.enum);
  if (Array.isArray(schema.oneOf)) return likelyValue(dice.pick(schema.oneOf as Schema[]), dice);
  if (typeof schema.$ref === "string")
    return schema.$ref.endsWith("/MessageEntity") ? entity(dice) : dice.pick(KEYBOARDS);
  switch (schema.type) {
    case "integer":
      return schema.format === "unix-time" ? START_S + dice.below(1e6) : dice.pick([0, 1, 2, 3, 10, 100, -1]);
    case "number":
      return dice.below(2000) / 10 - 100;
    case "boolean":
      return dice.oneIn(2);
    case "array":
      return Array.from({ length: dice.below(4) }, () => likelyValue(schema.items as Schema, dice));
    case "object":
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>)
          .filter(() => dice.oneIn(2))
          .map(([name, each]) => [name, likelyValue(each, dice)]),
      );
    default:
      return dice.pick(TEXTS);
  }
}

function entity(dice: Dice): object {
  const place = { type: dice.pick(KINDS), offset: dice.below(6), length: 1 + dice.below(6) };
  return { ...place, ...(dice.oneIn(2) ? { url: "https://x.example", user: { id: 1001 }, language: "ts" } : {}) };
}
