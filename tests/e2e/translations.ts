/** The client's texts in each of its languages, by which tests find elements. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LOCALES = join(import.meta.dirname, "../../web/i18n/locales");

/** Returns a message of the client in a language, with its placeholders filled in. */
export type Translate = (message: string, values?: Readonly<Record<string, string>>) => string;

/** @param language the name of its catalog */
export function translationsIn(language: string): Translate {
  const catalog = readFileSync(join(LOCALES, `${language}.po`), "utf8");
  const entries = [...catalog.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)];
  const words = new Map(entries.map(([, id, text]) => [JSON.parse(id!) as string, JSON.parse(text!) as string]));
  return (message, values = {}) => {
    const text = words.get(message);
    if (text === undefined || text === "") throw new Error(`no words for “${message}” in ${language}`);
    return text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => values[name]!);
  };
}
