/** A person's conversation with the assistant: sends messages, presses buttons and reads the replies. */
import type { Json, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

export const ASSISTANT_ID = 100;

export class Conversation {
  readonly #t: TestService;
  readonly #who: string;
  #read = 0;

  constructor(t: TestService, who: string) {
    this.#t = t;
    this.#who = who;
  }

  async start(): Promise<Json> {
    await this.#t.as(this.#who, "startBot", { user_id: ASSISTANT_ID });
    return this.heard();
  }

  /** Writes and waits for the answer, which may be several messages. @returns the first */
  async say(text: string): Promise<Json> {
    const sent = await this.#t.as(this.#who, "sendMessage", { chat_id: ASSISTANT_ID, text });
    this.#read = Math.max(this.#read, sent.message_id);
    return this.heard();
  }

  /** The assistant's next message that was not looked at yet. */
  async heard(): Promise<Json> {
    const message = await this.#until((messages) =>
      messages.find((each) => each.message_id > this.#read && each.from.id === ASSISTANT_ID),
    );
    this.#read = message.message_id;
    return message;
  }

  /** Presses the button with these words. @returns the message as it is when the press was answered */
  async press(message: Json, words: string): Promise<Json> {
    const button = buttons(message).find((each) => each.text === words);
    if (!button) throw new Error(`no button “${words}” under ${JSON.stringify(message)}`);
    const callback_data = button.callback_data;
    const place = { chat_id: ASSISTANT_ID, message_id: message.message_id };
    await this.#t.as(this.#who, "pressButton", { ...place, callback_data });
    const before = JSON.stringify(message);
    return this.#until((messages) =>
      messages.find((each) => each.message_id === message.message_id && JSON.stringify(each) !== before),
    );
  }

  /** A message as it is now. */
  async seen(message_id: number, fits: (message: Json) => boolean): Promise<Json> {
    return this.#until((messages) => messages.find((each) => each.message_id === message_id && fits(each)));
  }

  #until(find: (messages: Json[]) => Json | undefined): Promise<Json> {
    const look = async () => {
      const { messages } = await this.#t.as(this.#who, "getHistory", { chat_id: ASSISTANT_ID, limit: 50 });
      return find(messages);
    };
    return until(look, "a message of the assistant");
  }
}

export function buttons(message: Json): Json[] {
  return message.reply_markup?.inline_keyboard.flat() ?? [];
}

/** The token in the copy button of a message. */
export function tokenIn(message: Json): string | undefined {
  return buttons(message).find((each) => each.copy_text)?.copy_text.text;
}
