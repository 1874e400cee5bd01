/** One turn of a conversation: whom with, what is remembered, and the ways to answer. */
import { closed } from "@heliogram/shared/closed.ts";
import type { InlineKeyboardButton, OwnBot } from "@heliogram/shared/wire.ts";
import { CallFault, type Line } from "./line.ts";
import type { Note, Step } from "./note.ts";

/** What the person is shown: a text in HTML, buttons, and the prompt that it opens, if any. */
export interface Screen {
  readonly text: string;
  readonly keyboard?: readonly (readonly InlineKeyboardButton[])[];
  readonly step?: Step;
}

export class Talk {
  readonly line: Line;
  readonly person: number;
  readonly now_s: number;
  note: Note;

  constructor(line: Line, person: number, note: Note, now_s: number) {
    this.line = line;
    this.person = person;
    this.note = note;
    this.now_s = now_s;
  }

  /** Calls a method about the person's own bots, for them. @throws CallFault */
  own<T>(method: string, params: object = {}): Promise<T> {
    return this.line.call<T>(method, { ...params, owner_id: this.person });
  }

  async bots(): Promise<readonly OwnBot[]> {
    return (await this.own<{ bots: OwnBot[] }>("listBots")).bots;
  }

  /** Sends a screen. @returns the id of its message */
  async say(screen: Screen, extra: object = {}): Promise<number> {
    this.remember(screen.step);
    const message = await this.line.call<{ message_id: number }>("sendMessage", { ...this.#body(screen), ...extra });
    return message.message_id;
  }

  /** Puts a screen into the place of an earlier one. */
  async replace(message_id: number, screen: Screen): Promise<void> {
    this.remember(screen.step);
    await this.line.call("editMessageText", { ...this.#body(screen), message_id }).catch((error: unknown) => {
      // Whoever presses twice, or has deleted the message, sees what there is to see.
      if (!(error instanceof CallFault) || error.code >= 500) throw error;
    });
  }

  /** Opens a prompt, or closes the one that is open. */
  remember(step: Step | undefined): void {
    const { step: _before, ...rest } = this.note;
    this.note = step ? { ...rest, step } : rest;
  }

  #body({ text, keyboard }: Screen): object {
    const markup = keyboard && keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {};
    return { chat_id: this.person, text, parse_mode: "HTML", ...markup };
  }
}

/** A button that comes back to the assistant. */
export function button(text: string, ...data: (string | number)[]): InlineKeyboardButton {
  return { text, callback_data: data.join(":") };
}

/** Plain text inside HTML. */
export function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What a bot is called, so that nothing of it turns round what comes behind it. */
export function nameOf(bot: OwnBot): string {
  return closed(bot.user.first_name);
}

/** A bot's user name with its `@`. */
export function at(bot: OwnBot): string {
  return `@${bot.user.username ?? ""}`;
}
