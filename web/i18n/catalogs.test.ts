/** Message catalogs: complete, with the placeholders and plural forms of each language. */
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "./locale.ts";

const WEB = join(import.meta.dirname, "..");
const NAMES = Object.keys(LOCALES);
const SOURCE_LOCALE = "en";

type Tokens = ReturnType<typeof compileMessage>;
type Messages = Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>;

const kept = new Map<string, Messages>();
let used: readonly string[];

beforeAll(async () => {
  const before = process.cwd();
  // The Lingui macros search their configuration in the working directory.
  process.chdir(WEB);
  try {
    const [catalog] = await getCatalogs(getConfig({ configPath: join(WEB, "lingui.config.ts") }));
    for (const name of NAMES) kept.set(name, (await catalog!.read(name))!);
    // These are the messages of the sources, by `lingui check sync` in tests/web/built-client.test.ts.
    used = Object.keys(kept.get(SOURCE_LOCALE)!);
  } finally {
    process.chdir(before);
  }
});

/** The placeholders of a message (`{name}`, `<0>`), and the forms of each of its plurals. */
function partsOf(message: string): { readonly places: readonly string[]; readonly plurals: readonly string[][] } {
  const places = new Set(message.match(/<\d+\/?>/g));
  const plurals: string[][] = [];
  const visit = (tokens: Tokens): void => {
    if (typeof tokens === "string") return;
    for (const token of tokens) {
      if (typeof token === "string") continue;
      const [name, kind, forms] = token as [string, string?, Record<string, Tokens>?];
      places.add(name);
      if (kind === "plural") plurals.push(Object.keys(forms!).filter((form) => form !== "offset"));
      // Beside the forms is the offset, a number or `undefined`.
      for (const form of Object.values(forms ?? {})) if (Array.isArray(form)) visit(form);
    }
  };
  visit(compileMessage(message));
  places.delete("#");
  return { places: [...places].sort(), plurals };
}

test("the parts of a message are found", () => {
  expect(partsOf("<0>{who}</0> has {count, plural, one {# bot of {owner}} other {# bots}}")).toEqual({
    places: ["<0>", "count", "owner", "who"],
    plurals: [["one", "other"]],
  });
});

describe.each(NAMES)("the catalog of %s", (name) => {
  test("contains every message of the client and no other", () => {
    const messages = kept.get(name)!;
    const missing = used.filter((id) => !messages[id]?.translation);
    expect(
      missing.map((id) => messages[id]?.message ?? id),
      "run `npm run messages`, then translate",
    ).toEqual([]);
    expect(Object.keys(messages).filter((id) => !used.includes(id))).toEqual([]);
  });

  /** The translations that break a rule. */
  const faults = (isFault: (message: string, translation: string) => boolean) =>
    Object.values(kept.get(name)!)
      .filter(({ message = "", translation = "" }) => translation !== "" && isFault(message, translation))
      .map(({ translation }) => translation);

  test("has the same placeholders as the messages", () => {
    const placesOf = (message: string) => partsOf(message).places.join();
    expect(faults((message, translation) => placesOf(message) !== placesOf(translation))).toEqual([]);
  });

  test("has a word between any two names: those of another script would run together, and in their own order", () => {
    expect(faults((_message, translation) => /\{(who|names?)\}\s*\{(who|names?)\}/.test(translation))).toEqual([]);
  });

  test("has the digits that times and numbers are written in", () => {
    const own = new Set(Array.from("0123456789", (digit) => new Intl.NumberFormat(name).format(Number(digit))));
    const isOther = (digit: string) => !own.has(digit);
    expect(faults((_message, translation) => (translation.match(/\p{Nd}/gu) ?? []).some(isOther))).toEqual([]);
  });

  test("has exactly the plural forms of the language", () => {
    const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories.toSorted().join();
    const isOther = (own: readonly string[]) => own.toSorted().join() !== forms;
    expect(faults((_message, translation) => partsOf(translation).plurals.some(isOther))).toEqual([]);
  });
});
