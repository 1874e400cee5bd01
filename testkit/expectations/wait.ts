/** Waits until a bot has done something, or until it certainly has not. */
import { botCall } from "../bots/bot-call.ts";
import type { Context } from "../context.ts";
import { Deadline } from "../service/timers.ts";
import { allConfirmed } from "../service/update-log.ts";
import { chatOf, type Criterion } from "./criteria.ts";

/**
 * How long a bot that has confirmed all its updates must not call, so that it counts as done: some libraries confirm an
 * update before its handler has ended.
 */
const QUIET_MS = 150;

/** What a bot is expected to do. */
export interface Expected<T> {
  readonly bot: { readonly id: number; readonly username: string };
  readonly criterion: Criterion<T>;
}

/** @returns what satisfies the criterion, or a sentence that says that nothing has */
export async function waitFor<T>(context: Context, expected: Expected<T>): Promise<{ found: T } | { missed: string }> {
  const { bot, criterion } = expected;
  const deadline = new Deadline(criterion.timeout);
  await context.calls.sync();
  for (;;) {
    const found = take(context, expected);
    if (found !== undefined) return { found };
    const did_not = `${bot.username} did not ${criterion.text}`;
    if (context.crashed.aborted) return { missed: `${did_not}: its program has ended.` };
    if (!(await context.calls.nextBotCall(deadline, context.crashed)))
      return { missed: `${did_not} within ${criterion.timeout / 1000} s.` };
  }
}

/**
 * Waits until the bot has confirmed all its updates and is quiet.
 * @returns a sentence if it has done what it should not, or has not confirmed its updates
 */
export async function waitForNone<T>(context: Context, expected: Expected<T>): Promise<string | undefined> {
  const { bot, criterion } = expected;
  const deadline = new Deadline(criterion.timeout);
  for (;;) {
    const isDone = await allConfirmed(context.client, bot.id, deadline, context.crashed);
    await context.calls.sync();
    if (take(context, expected) !== undefined) return `${bot.username} was expected not to ${criterion.text}, and did.`;
    if (context.crashed.aborted) return `${bot.username} cannot be told not to ${criterion.text}: it has crashed.`;
    if (!isDone) return `${bot.username} has not handled all its updates within ${criterion.timeout / 1000} s.`;
    if (!(await context.calls.nextBotCall(new Deadline(QUIET_MS), context.crashed))) return undefined;
  }
}

function take<T>(context: Context, { bot, criterion }: Expected<T>): T | undefined {
  for (const recorded of context.calls.calls) {
    const call = botCall(recorded);
    if (call?.bot_id !== bot.id) continue;
    const chat_id = chatOf(context, call);
    const found = context.window.includes(call, chat_id) ? criterion.accepts(call) : undefined;
    if (found === undefined) continue;
    context.window.satisfiedBy(call, chat_id);
    return found;
  }
  return undefined;
}
