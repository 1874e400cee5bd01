/** The characters of a formatted text of a rich message. */
import type { RichText } from "./rich.ts";

export function charactersOf(text: RichText): string {
  if (typeof text === "string") return text;
  if (isList(text)) return text.map(charactersOf).join("");
  if (text.type === "custom_emoji") return text.alternative_text;
  if (text.type === "mathematical_expression") return text.expression;
  if (text.type === "button") return charactersOf(text.button.text);
  return text.type === "anchor" ? "" : charactersOf(text.text);
}

function isList(text: RichText): text is readonly RichText[] {
  return Array.isArray(text);
}
