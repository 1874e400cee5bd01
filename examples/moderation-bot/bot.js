/** A moderation bot: it welcomes new members, deletes links, and mutes for an hour who has posted three of them. */
import { Bot } from "grammy";

const MOST_WARNINGS = 3;
const MUTED_S = 3600;

/** @param {string} token @param {string} [apiRoot] */
export function createBot(token, apiRoot) {
  const bot = new Bot(token, apiRoot ? { client: { apiRoot } } : {});
  const warnings = new Map();

  bot.on("message:new_chat_members", async (ctx) => {
    const names = ctx.message.new_chat_members.filter((user) => !user.is_bot).map((user) => user.first_name);
    if (names.length > 0) await ctx.reply(`Welcome, ${names.join(" and ")}! No links, please.`);
  });

  bot.chatType("supergroup").on(["message::url", "message::text_link"], async (ctx) => {
    const { status } = await ctx.getAuthor();
    if (status === "creator" || status === "administrator") return;
    await ctx.deleteMessage();
    const count = (warnings.get(ctx.from.id) ?? 0) + 1;
    warnings.set(ctx.from.id, count % MOST_WARNINGS);
    if (count < MOST_WARNINGS) {
      await ctx.reply(`${ctx.from.first_name}, no links here (${count} of ${MOST_WARNINGS}).`);
      return;
    }
    await ctx.restrictAuthor({ can_send_messages: false }, { until_date: ctx.message.date + MUTED_S });
    await ctx.reply(`${ctx.from.first_name} may not write for an hour.`);
  });

  bot.catch(async ({ ctx, error }) => {
    if (error.error_code !== 403 && error.error_code !== 400) throw error;
    await ctx.reply("I need the rights to delete messages and to restrict members.");
  });

  return bot;
}
