/** A shop and moderation bot with grammY for the tests of scenarios. What it says can be changed. */
import { UPDATE_KINDS } from "@heliogram/shared/updates.ts";
import { Bot, InlineKeyboard, InputFile, Keyboard } from "grammy";

export interface Sayings {
  readonly welcome?: string;
  readonly bought?: string;
  /** Whether it has buttons, with random data. */
  readonly buttons?: boolean;
  /** Whether it says something that it did not say before. */
  readonly isChatty?: boolean;
}

/** Runs the bot until the returned function is called. */
export function runScenarioBot(apiRoot: string, token: string, sayings: Sayings = {}): () => Promise<void> {
  const { welcome = "Welcome!", bought = "Bought", isChatty = false, buttons = true } = sayings;
  const bot = new Bot(token, { client: { apiRoot } });
  bot.command("start", async (ctx) => {
    const reply_markup = new InlineKeyboard().text("Buy", `buy:${Math.random()}`).text("Leave", "leave");
    await ctx.reply(welcome, buttons ? { reply_markup } : {});
    if (isChatty) await ctx.reply("By the way …");
  });
  bot.on("callback_query:data", async (ctx) => {
    await ctx.answerCallbackQuery();
    await ctx.editMessageText(`${bought} for ${ctx.from.first_name}`);
  });
  bot.on("message:photo", async (ctx) => {
    await ctx.replyWithPhoto(ctx.message.photo.at(-1)!.file_id, { caption: "Nice" });
    await ctx.replyWithDocument(new InputFile(Buffer.from("thanks"), "thanks.txt"));
  });
  bot.hears(/^task /, async (ctx) => {
    const name = ctx.message!.text!.slice("task ".length);
    const { message_thread_id } = await ctx.api.createForumTopic(ctx.chat.id, name);
    await ctx.api.sendMessage(ctx.chat.id, "Begun", { message_thread_id });
    await ctx.react("👀");
  });
  bot.on("message_reaction", async (ctx) => {
    const { emojiAdded } = ctx.reactions();
    const { message_id } = ctx.messageReaction;
    if (emojiAdded.includes("👍")) await ctx.reply("Thanks", { reply_parameters: { message_id } });
  });
  bot.hears("share", async (ctx) => {
    const keyboard = new Keyboard().requestUsers("Friends", 1, { max_quantity: 2 }).requestChat("Place", 2);
    await ctx.reply("With whom?", { reply_markup: keyboard });
  });
  bot.on("message:users_shared", (ctx) => ctx.reply(`${ctx.message.users_shared.users.length} of them`));
  bot.on("message:chat_shared", (ctx) => ctx.reply("There it is"));
  bot.hears(/spam/, async (ctx) => {
    await ctx.deleteMessage();
    await ctx.restrictChatMember(ctx.from!.id, { can_send_messages: false }, { until_date: ctx.message!.date + 3600 });
  });
  bot.hears("stream", async (ctx) => {
    const draft_id = ctx.update.update_id + Math.floor(Math.random() * 1000) + 1;
    await ctx.api.sendMessageDraft(ctx.chat.id, draft_id, "The answer", { can_stop: true });
  });
  bot.on("stopped_message_generation", (ctx) => ctx.api.sendMessage(ctx.chatId!, "Stopped"));
  const running = bot.start({ allowed_updates: UPDATE_KINDS });
  return async () => {
    await bot.stop();
    await running;
  };
}
