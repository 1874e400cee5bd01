/** A bot of grammY with a topic for each task, for the tests of the kit. */
import { Bot } from "grammy";

/** The kinds of updates that it asks for. */
export const TASK_UPDATES = ["message", "message_reaction"] as const;

export function taskBot(token: string, apiRoot: string): Bot {
  const bot = new Bot(token, { client: { apiRoot } });
  bot.hears(/^task (.+)/, async (ctx) => {
    await ctx.react("👀");
    const { message_thread_id } = await ctx.api.createForumTopic(ctx.chat.id, ctx.match[1]!);
    await ctx.api.sendMessage(ctx.chat.id, "Begun", { message_thread_id });
  });
  bot.hears("where", (ctx) => ctx.reply("Here"));
  bot.hears("draft", (ctx) =>
    ctx.api.sendMessageDraft(ctx.chat.id, 1, "Writing", threadOf(ctx.message?.message_thread_id)),
  );
  bot.hears("forget", async (ctx) => {
    await ctx.react("🤔");
    await ctx.api.setMessageReaction(ctx.chat.id, ctx.message!.message_id, []);
  });
  bot.on("message_reaction", (ctx) => {
    const { emojiAdded, emojiRemoved } = ctx.reactions();
    return ctx.reply(`+${emojiAdded.join("")} -${emojiRemoved.join("")}`);
  });
  // Without it, grammY writes every error to the console.
  bot.catch((error) => {
    throw error.error;
  });
  return bot;
}

function threadOf(message_thread_id: number | undefined): { message_thread_id?: number } {
  return message_thread_id === undefined ? {} : { message_thread_id };
}
