/** Parsers of structured parameters, for any input: what they let through is of the described form, and is read the same again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUTTON_STYLES, UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "@heliogram/shared/buttons.ts";
import { REACTIONS } from "@heliogram/shared/reactions.ts";
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import { MAX_TOPIC_NAME, TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import { readMarkup } from "heliogram/domain/markup.ts";
import { ParameterError } from "heliogram/methods/engine/fields.ts";
import { linkPreviewOptions, PREVIEW_FIELDS } from "heliogram/methods/messages/display-options.ts";
import { reactionTypes } from "heliogram/methods/messages/reaction-fields.ts";
import { iconColor, iconEmoji, readTopicName } from "heliogram/methods/messages/topics.ts";

const REFUSED = Symbol("refused");

/** What a parser returns, or `REFUSED`. @throws any error that is no ParameterError */
function attempt<T>(read: () => T): T | typeof REFUSED {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParameterError && error.message.length > 0) return REFUSED;
    throw error;
  }
}

const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.constantFrom("", null, "true", 0, true));

describe("topics", () => {
  test("a name has 1 to 128 characters in one line, and is read the same again", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 140 }),
      fc.string({ unit: fc.constantFrom(" ", "\n", "\u2028", "\u0007", "a", "é", "😀"), maxLength: 140 }),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const name = attempt(() => readTopicName(raw));
        if (name === REFUSED)
          return raw.trim() === "" || [...raw].length > MAX_TOPIC_NAME || !/[^\p{C}\p{Z}]/u.test(raw);
        const length = [...name].length;
        return (
          length >= 1 && length <= MAX_TOPIC_NAME && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) && readTopicName(name) === name
        );
      }),
    );
  });

  test("colours and icons are those of the lists", () => {
    const colors: readonly unknown[] = TOPIC_COLORS;
    const icons = Object.keys(TOPIC_ICONS);
    fc.assert(
      fc.property(fc.oneof(anything, fc.constantFrom(...TOPIC_COLORS, ...icons)), (raw) => {
        const color = attempt(() => iconColor().read(raw, "icon_color"));
        const icon = attempt(() => iconEmoji().read(raw, "icon_custom_emoji_id"));
        expect(color === REFUSED ? colors.includes(raw) : !colors.includes(color)).toBe(false);
        return icon === REFUSED ? !icons.includes(raw as string) : icon === "" || icons.includes(icon);
      }),
    );
  });
});

test("reactions are emoji of the list, each as the list has it", () => {
  const known: readonly string[] = REACTIONS;
  const emoji = fc.oneof(fc.constantFrom(...REACTIONS), fc.constantFrom("❤️", "🦆", ""), fc.string());
  const one = fc.oneof(
    anything,
    fc.record({ type: fc.constantFrom("emoji", "custom_emoji", "paid", 1), emoji }),
    fc.record({ type: fc.constant("emoji"), emoji: fc.constantFrom(...REACTIONS) }),
  );
  fc.assert(
    fc.property(fc.oneof(anything, fc.array(one, { maxLength: 12 })), fc.boolean(), (raw, asText) => {
      const given = asText ? JSON.stringify(raw) : raw;
      const read = attempt(() => reactionTypes().read(given, "reaction"));
      if (read === REFUSED) return true;
      expect(reactionTypes().read(read, "reaction")).toEqual(read);
      return read.every(({ type, emoji: shown }) => type === "emoji" && known.includes(shown));
    }),
  );
});

test("link_preview_options keep what is true and the address, and are read the same again", () => {
  const switches = ["is_disabled", "prefer_small_media", "prefer_large_media", "show_above_text"];
  const value = fc.oneof(fc.boolean(), fc.constantFrom("true", "false", "1", null, "https://example.org/a"), anything);
  const options = fc.oneof(anything, fc.dictionary(fc.constantFrom(...switches, "url", "more"), value));
  const field = PREVIEW_FIELDS.link_preview_options;
  const read = (raw: unknown) => {
    const link_preview_options = field.read(raw, "link_preview_options");
    return linkPreviewOptions({ link_preview_options, disable_web_page_preview: undefined }).link_preview ?? {};
  };
  fc.assert(
    fc.property(options, (raw) => {
      const kept = attempt(() => read(raw));
      if (kept === REFUSED) return true;
      expect(read(kept)).toEqual(kept);
      return Object.entries(kept).every(([name, each]) =>
        name === "url" ? typeof each === "string" && each !== "" : switches.includes(name) && each === true,
      );
    }),
  );
});

test("keyboards are read or answered with a sentence, their buttons have known looks, and are read the same again", () => {
  const kinds = [...UNSUPPORTED_INLINE_KINDS, ...UNSUPPORTED_REPLY_KINDS];
  const button = fc.oneof(
    anything,
    fc.record(
      {
        text: fc.oneof(fc.string({ minLength: 1 }), anything),
        style: fc.oneof(fc.constantFrom(...BUTTON_STYLES), anything),
        icon_custom_emoji_id: fc.oneof(fc.string({ maxLength: 80 }), fc.integer(), anything),
        callback_data: fc.oneof(fc.string({ maxLength: 70 }), anything),
        url: fc.oneof(fc.constantFrom("https://example.org", " example.org/a ", "tg://user?id=1"), anything),
        copy_text: fc.oneof(fc.record({ text: fc.string() }), anything),
        disabled: fc.oneof(fc.constant({}), anything),
        request_contact: fc.boolean(),
        request_users: fc.record({ request_id: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
        [kinds[0]!]: anything,
        web_app: anything,
      },
      { requiredKeys: ["text"] },
    ),
    fc.record({ text: fc.string({ minLength: 1 }), style: fc.constantFrom(...BUTTON_STYLES), url: fc.webUrl() }),
  );
  const rows = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.array(button, { maxLength: 2 }), { maxLength: 2 }) },
    anything,
  );
  const markup = fc.oneof(
    fc.record({ inline_keyboard: rows }),
    fc.record({
      keyboard: rows,
      resize_keyboard: anything,
      input_field_placeholder: anything,
      selective: fc.boolean(),
    }),
    anything,
  );
  const styles: readonly unknown[] = [...BUTTON_STYLES, undefined];
  let read = 0;
  fc.assert(
    fc.property(markup, fc.constantFrom("keep", "refuse"), (raw, policy) => {
      const first = readMarkup(raw, policy);
      if ("error" in first) return first.error.length > 0;
      if (first.markup === undefined) return true;
      read++;
      expect(readMarkup(JSON.parse(JSON.stringify(first.markup)), policy)).toEqual(first);
      const { inline_keyboard = [], keyboard = [] } = first.markup as {
        inline_keyboard?: object[][];
        keyboard?: object[][];
      };
      return [...inline_keyboard, ...keyboard].flat().every((each) => {
        const { style, icon_custom_emoji_id: icon = "1" } = each as Record<string, unknown>;
        return styles.includes(style) && typeof icon === "string" && icon.length >= 1 && icon.length <= 64;
      });
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(20);
});
