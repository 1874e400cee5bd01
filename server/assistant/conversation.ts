/** The conversation with one person: its state, and the methods that reply. */
import { closeBidi } from "@heliogram/shared/close-bidi.ts";
import type { InlineKeyboardButton, OwnBot } from "@heliogram/shared/wire.ts";
import { ApiError, type ApiClient } from "./api-client.ts";
import type { ConversationState, Step } from "./state.ts";

/** A reply: text in HTML, buttons, and the prompt that it opens, if any. */
export interface Reply {
  readonly text: string;
  readonly keyboard?: readonly (readonly InlineKeyboardButton[])[];
  readonly step?: Step;
}

export class Conversation {
  readonly api: ApiClient;
  readonly person: number;
  readonly now_s: number;
  state: ConversationState;

  constructor(api: ApiClient, person: number, state: ConversationState, now_s: number) {
    this.api = api;
    this.person = person;
    this.state = state;
    this.now_s = now_s;
  }

  /** Calls a method on behalf of the person. @throws ApiError */
  callAsOwner<T>(method: string, params: object = {}): Promise<T> {
    return this.api.call<T>(method, { ...params, owner_id: this.person });
  }

  async bots(): Promise<readonly OwnBot[]> {
    return (await this.callAsOwner<{ bots: OwnBot[] }>("listBots")).bots;
  }

  /** Sends a reply. @returns the id of its message */
  async send(screen: Reply, extra: object = {}): Promise<number> {
    this.setStep(screen.step);
    const message = await this.api.call<{ message_id: number }>("sendMessage", { ...this.#body(screen), ...extra });
    return message.message_id;
  }

  /** Edits an earlier reply. */
  async replace(message_id: number, screen: Reply): Promise<void> {
    this.setStep(screen.step);
    await this.api.call("editMessageText", { ...this.#body(screen), message_id }).catch((error: unknown) => {
      // The message may be unchanged after a second press, or deleted.
      if (!(error instanceof ApiError) || error.code >= 500) throw error;
    });
  }

  /** Opens a prompt, or closes the open one. */
  setStep(step: Step | undefined): void {
    const { step: _before, ...rest } = this.state;
    this.state = step ? { ...rest, step } : rest;
  }

  #body({ text, keyboard }: Reply): object {
    const markup = keyboard && keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {};
    return { chat_id: this.person, text, parse_mode: "HTML", ...markup };
  }
}

/** A button with callback data. */
export function button(text: string, ...data: (string | number)[]): InlineKeyboardButton {
  return { text, callback_data: data.join(":") };
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The name of a bot, with its text direction isolated from the text that follows. */
export function nameOf(bot: OwnBot): string {
  return closeBidi(bot.user.first_name);
}

/** The user name of a bot, with `@`. */
export function mentionOf(bot: OwnBot): string {
  return `@${bot.user.username ?? ""}`;
}
