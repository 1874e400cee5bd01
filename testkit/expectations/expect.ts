/** `expect` for test runners without one, such as node:test. */
import { AssertionError } from "node:assert";
import type { TestBot } from "../bots/bot.ts";
import { check, type BotMatchers } from "./matchers.ts";

/** Expectations about a bot, and their opposites. */
export interface BotExpectations extends BotMatchers {
  /** Each waits until the bot has handled all its updates, and fails if it has done this by then. */
  readonly not: BotMatchers;
}

/** The expectations about a bot of the kit. A failure is an `AssertionError` with the transcript. */
export function expect(bot: TestBot): BotExpectations {
  return { ...expectations(bot, false), not: expectations(bot, true) };
}

function expectations(bot: TestBot, isNot: boolean): BotMatchers {
  const run =
    (name: keyof BotMatchers) =>
    async (...args: readonly unknown[]) => {
      try {
        await check(name, bot, args, isNot);
      } catch (error) {
        if (error instanceof TypeError) throw error;
        throw new AssertionError({ message: (error as Error).message, operator: name });
      }
    };
  return {
    toReply: run("toReply"),
    toSendPhoto: run("toSendPhoto"),
    toSendDocument: run("toSendDocument"),
    toEdit: run("toEdit"),
    toSendDraft: run("toSendDraft"),
    toReact: run("toReact"),
    toDelete: run("toDelete"),
    toAnswerCallback: run("toAnswerCallback"),
    toCall: run("toCall"),
  };
}
