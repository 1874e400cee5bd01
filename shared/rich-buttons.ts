/** The buttons in the text of a rich message, as those of a keyboard: with their texts as characters. */
import { charactersOf } from "./rich-characters.ts";
import type { RichText } from "./rich.ts";

export interface ButtonInText {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
}

/** The buttons of a rich message in order, from its blocks as JSON. */
export function buttonsInText(value: unknown): ButtonInText[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(buttonsInText);
  const { type, button, buttons } = value as Readonly<Record<string, unknown>>;
  if (type === "button") return [shown(button)];
  if (type === "buttons" && Array.isArray(buttons)) return buttons.map(shown);
  return Object.values(value).flatMap(buttonsInText);
}

function shown(button: unknown): ButtonInText {
  const { text, ...action } = button as Readonly<Record<string, unknown>>;
  return { ...action, text: charactersOf(text as RichText) };
}
