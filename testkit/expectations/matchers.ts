/** The expectations about bots, for every test runner that has `expect.extend`. */
import type { Message } from "heliogram";
import { TestBot, type Expectation } from "../bots/bot.ts";
import * as criteria from "./criteria.ts";
import type {
  AnswerOptions,
  DeleteOptions,
  PlaceOptions,
  ReactOptions,
  ReplyOptions,
  TextPattern,
  WaitOptions,
} from "./criteria.ts";

/** What `expect(bot)` has. Each waits, at most as long as `startHeliogram` or its own `timeout` says. */
export interface BotMatchers<R = Promise<void>> {
  /** A new message with this text or caption. */
  toReply(text?: TextPattern, options?: ReplyOptions): R;
  /** A new photo with this caption. */
  toSendPhoto(caption?: TextPattern, options?: ReplyOptions): R;
  /** A new document with this caption. */
  toSendDocument(caption?: TextPattern, options?: ReplyOptions): R;
  /** A message of its own that has this text or caption after the edit. */
  toEdit(text?: TextPattern, options?: ReplyOptions): R;
  /** A streamed draft with this text, as the bot gave it. */
  toSendDraft(text?: TextPattern, options?: PlaceOptions): R;
  /** A reaction with this emoji, or with any; "" is the removal of its reaction. */
  toReact(emoji?: string, options?: ReactOptions): R;
  /** The removal of this message, or of any. */
  toDelete(message?: Message, options?: DeleteOptions): R;
  /** The answer to the press of a callback button. */
  toAnswerCallback(text?: TextPattern, options?: AnswerOptions): R;
  /** A call of a method with these parameters among others, whatever it is answered. */
  toCall(method: string, params?: Readonly<Record<string, unknown>>, options?: WaitOptions): R;
}

type Table = { readonly [K in keyof BotMatchers]: (...args: Parameters<BotMatchers[K]>) => Expectation };

const EXPECTATIONS: Table = {
  toReply: (text, options) => (context) => criteria.reply(context, text, options),
  toSendPhoto: (caption, options) => (context) => criteria.file(context, "photo", caption, options),
  toSendDocument: (caption, options) => (context) => criteria.file(context, "document", caption, options),
  toEdit: (text, options) => (context) => criteria.edit(context, text, options),
  toSendDraft: (text, options) => (context) => criteria.draft(context, text, options),
  toReact: (emoji, options) => (context) => criteria.reaction(context, emoji, options),
  toDelete: (message, options) => (context) => criteria.deletion(context, message, options),
  toAnswerCallback: (text, options) => (context) => criteria.answer(context, text, options),
  toCall: (method, params, options) => (context) => criteria.anyCall(context, method, params, options),
};

/** What a matcher of vitest or jest returns. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

type Matcher = (this: { readonly isNot: boolean }, received: unknown, ...args: unknown[]) => Promise<MatcherResult>;

/** For `expect.extend`. */
export const matchers: { readonly [K in keyof BotMatchers]: Matcher } = {
  toReply: matcher("toReply"),
  toSendPhoto: matcher("toSendPhoto"),
  toSendDocument: matcher("toSendDocument"),
  toEdit: matcher("toEdit"),
  toSendDraft: matcher("toSendDraft"),
  toReact: matcher("toReact"),
  toDelete: matcher("toDelete"),
  toAnswerCallback: matcher("toAnswerCallback"),
  toCall: matcher("toCall"),
};

function matcher(name: keyof BotMatchers): Matcher {
  return async function (received, ...args) {
    const { isNot } = this;
    try {
      await check(name, received, args, isNot);
      return { pass: !isNot, message: () => "" };
    } catch (error) {
      return { pass: isNot, message: () => (error as Error).message };
    }
  };
}

/** @throws Error with the transcript if the expectation is not satisfied, or, with `isNot`, if it is */
export async function check(
  name: keyof BotMatchers,
  bot: unknown,
  args: readonly unknown[],
  isNot: boolean,
): Promise<void> {
  if (!(bot instanceof TestBot)) throw new TypeError(`${name} needs a bot of the test kit, as h.bot() returns it`);
  const build = EXPECTATIONS[name] as (...all: readonly unknown[]) => Expectation;
  await (isNot ? bot.waitForNone(build(...args)) : bot.waitFor(build(...args)));
}
