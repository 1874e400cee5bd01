/**
 * References to what differs from run to run: ids of messages, callback queries and files, and invite links. Each is
 * named after the step that made it, as `step 2`, or after the bot that made it after a step, as `step 2 echo_bot`.
 */

export type ReferenceKind = "message" | "query" | "file" | "link";

/** A private chat has the ids of both sides; other chats have one id for all. */
export function placeOf(account_id: number, chat_id: number): string {
  if (chat_id < 0) return String(chat_id);
  return `${Math.min(account_id, chat_id)}:${Math.max(account_id, chat_id)}`;
}

export class References {
  readonly #labels = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #markups = new Map<string, unknown>();

  /** Names a value. The first name of a value and the first value of a name stay. */
  add(kind: ReferenceKind, value: string, label: string): void {
    const key = `${kind} ${value}`;
    if (!this.#labels.has(key)) this.#labels.set(key, label);
    const name = `${kind} ${label}`;
    if (!this.#values.has(name)) this.#values.set(name, value);
  }

  has(kind: ReferenceKind, value: string): boolean {
    return this.#labels.has(`${kind} ${value}`);
  }

  label(kind: ReferenceKind, value: string): string | undefined {
    return this.#labels.get(`${kind} ${value}`);
  }

  value(kind: ReferenceKind, label: string): string | undefined {
    return this.#values.get(`${kind} ${label}`);
  }

  messageLabel(place: string, message_id: number): string | undefined {
    return this.label("message", `${place}/${message_id}`);
  }

  messageId(label: string): number | undefined {
    const value = this.value("message", label);
    return value === undefined ? undefined : Number(value.slice(value.indexOf("/") + 1));
  }

  /** The keyboard that a message has from now on. */
  keepMarkup(place: string, message_id: number, markup: unknown): void {
    this.#markups.set(`${place}/${message_id}`, markup);
  }

  /** The text of the only button of a message with this data. */
  buttonText(place: string, message_id: number, data: unknown): string | undefined {
    const buttons = inlineButtons(this.#markups.get(`${place}/${message_id}`));
    const text = buttons.find((button) => button.callback_data === data)?.text;
    return buttons.filter((button) => button.text === text).length === 1 ? text : undefined;
  }

  /** A text with the names of the links in it in their place. */
  withoutLinks(text: string): string {
    let shown = text;
    for (const [key, label] of this.#labels)
      if (key.startsWith("link ")) shown = shown.replaceAll(key.slice("link ".length), `[link of ${label}]`);
    return shown;
  }
}

export interface InlineButton {
  readonly text: string;
  readonly callback_data?: string;
}

export function inlineButtons(markup: unknown): readonly InlineButton[] {
  const { inline_keyboard: rows } = (markup ?? {}) as { readonly inline_keyboard?: unknown };
  return Array.isArray(rows) ? (rows.flat() as InlineButton[]) : [];
}
