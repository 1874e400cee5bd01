/** A bot of the world: its token, and what it does. */
import type { Message } from "heliogram";
import type { Context } from "../context.ts";
import * as criteria from "../expectations/criteria.ts";
import type {
  AnswerOptions,
  Criterion,
  DeleteOptions,
  ReactOptions,
  ReplyOptions,
  TextPattern,
  WaitOptions,
} from "../expectations/criteria.ts";
import { waitFor, waitForNone } from "../expectations/wait.ts";
import { botCall, type BotCall } from "./bot-call.ts";

interface BotData {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly token: string;
}

/** A criterion, made for the world in which it is needed. */
export type Expectation<T = unknown> = (context: Context) => Criterion<T>;

export class TestBot {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  /** The credential of the bot's program. */
  readonly token: string;
  readonly #context: Context;

  constructor(context: Context, { id, name, username, token }: BotData) {
    this.#context = context;
    this.id = id;
    this.name = name;
    this.username = username;
    this.token = token;
  }

  /** Every call that it has made and that was answered, but for those that only wait for updates. */
  async calls(): Promise<BotCall[]> {
    await this.#context.calls.sync();
    const all = this.#context.calls.calls.map(botCall).filter((call) => call !== undefined);
    return all.filter(({ bot_id, method }) => bot_id === this.id && method !== "getUpdates");
  }

  /** Waits for a new message with this text or caption. @throws Error with the transcript */
  waitForReply(text?: TextPattern, options: ReplyOptions = {}): Promise<Message> {
    return this.waitFor((context) => criteria.reply(context, text, options));
  }

  /** Waits for a photo with this caption. @throws Error with the transcript */
  waitForPhoto(caption?: TextPattern, options: ReplyOptions = {}): Promise<Message> {
    return this.waitFor((context) => criteria.file(context, "photo", caption, options));
  }

  /** Waits for a document with this caption. @throws Error with the transcript */
  waitForDocument(caption?: TextPattern, options: ReplyOptions = {}): Promise<Message> {
    return this.waitFor((context) => criteria.file(context, "document", caption, options));
  }

  /** Waits until it has edited a message so that it has this text or caption. @throws Error with the transcript */
  waitForEdit(text?: TextPattern, options: ReplyOptions = {}): Promise<Message> {
    return this.waitFor((context) => criteria.edit(context, text, options));
  }

  /** Waits for a reaction with this emoji, or with any; "" is the removal of its reaction. @throws Error with the transcript */
  waitForReaction(emoji?: string, options: ReactOptions = {}): Promise<BotCall> {
    return this.waitFor((context) => criteria.reaction(context, emoji, options));
  }

  /** Waits until it has deleted this message, or any. @throws Error with the transcript */
  waitForDelete(message?: Message, options: DeleteOptions = {}): Promise<BotCall> {
    return this.waitFor((context) => criteria.deletion(context, message, options));
  }

  /** Waits for its answer to the press of a callback button. @throws Error with the transcript */
  waitForAnswer(text?: TextPattern, options: AnswerOptions = {}): Promise<BotCall> {
    return this.waitFor((context) => criteria.answer(context, text, options));
  }

  /** Waits for a call with these parameters among others, whatever it is answered. @throws Error with the transcript */
  waitForCall(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    options: WaitOptions = {},
  ): Promise<BotCall> {
    return this.waitFor((context) => criteria.anyCall(context, method, params, options));
  }

  /** @throws Error with the transcript if the expectation is not satisfied in time */
  async waitFor<T>(expectation: Expectation<T>): Promise<T> {
    const outcome = await waitFor(this.#context, { bot: this, criterion: expectation(this.#context) });
    if ("missed" in outcome) throw await this.#context.failure(outcome.missed);
    return outcome.found;
  }

  /** @throws Error with the transcript if the expectation is satisfied before the bot has handled all its updates */
  async waitForNone(expectation: Expectation): Promise<void> {
    const sentence = await waitForNone(this.#context, { bot: this, criterion: expectation(this.#context) });
    if (sentence !== undefined) throw await this.#context.failure(sentence);
  }
}
