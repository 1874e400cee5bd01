/** The client's own words in each of its languages, by which tests find what is on a page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LOCALES = join(import.meta.dirname, "../../web/i18n/locales");

/** A message of the client in some language, with values in its places. */
export type Say = (message: string, values?: Readonly<Record<string, string>>) => string;

/** @param language as its catalog is called */
export function wordsIn(language: string): Say {
  const catalog = readFileSync(join(LOCALES, `${language}.po`), "utf8");
  const entries = [...catalog.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)];
  const words = new Map(entries.map(([, id, text]) => [JSON.parse(id!) as string, JSON.parse(text!) as string]));
  return (message, values = {}) => {
    const text = words.get(message);
    if (text === undefined || text === "") throw new Error(`no words for “${message}” in ${language}`);
    return text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => values[name]!);
  };
}
