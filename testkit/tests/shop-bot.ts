/** A bot of grammY for the tests of the kit. */
import { Bot, InlineKeyboard, Keyboard } from "grammy";
import type { ChatAdministratorRights } from "grammy/types";

/** A bot that is no part of stories and video chats leaves their rights out, as the API allows. */
const RIGHTS = { is_anonymous: false, can_pin_messages: true } as ChatAdministratorRights;

/** A message with a button in its text. */
const PLAN: Parameters<Bot["api"]["sendRichMessage"]>[1] = {
  blocks: [{ type: "buttons", buttons: [{ text: ["O", "rder"], callback_data: "yes" }] }],
};

export function shopBot(token: string, apiRoot: string): Bot {
  const bot = new Bot(token, { client: { apiRoot } });
  bot.command("start", (ctx) =>
    ctx.reply("Welcome to the shop", { reply_markup: new Keyboard().text("Order").requestContact("Call me") }),
  );
  const place = { chat_is_created: true, bot_administrator_rights: RIGHTS };
  const sharing = new Keyboard()
    .requestUsers("Friends", 1, { max_quantity: 2, request_name: true })
    .requestChat("Place", 2, { chat_is_channel: false, ...place, request_title: true });
  bot.hears("share", (ctx) => ctx.reply("With whom?", { reply_markup: sharing }));
  bot.on("message:users_shared", (ctx) => {
    const { users } = ctx.message.users_shared;
    return ctx.reply(`With ${users.map(({ first_name }) => first_name).join(", ")}`);
  });
  bot.on("message:chat_shared", async (ctx) => {
    const { chat_id, title } = ctx.message.chat_shared;
    const { status } = await ctx.api.getChatMember(chat_id, ctx.me.id);
    await ctx.reply(`In ${title} as ${status}`);
  });
  bot.hears("Order", (ctx) =>
    ctx.reply("Really?", { reply_markup: new InlineKeyboard().text("Yes", "yes").text("No", "no") }),
  );
  bot.callbackQuery("yes", async (ctx) => {
    await ctx.answerCallbackQuery("Ordered");
    await ctx.editMessageText("Your order is on its way");
  });
  bot.on("message:contact", (ctx) => ctx.reply(`We call ${ctx.message.contact.phone_number}`));
  bot.on("message:photo", (ctx) => ctx.replyWithPhoto(ctx.message.photo[0]!.file_id, { caption: "Nice" }));
  bot.on("message:document", (ctx) => ctx.replyWithDocument(ctx.message.document.file_id));
  bot.hears("crash", () => {
    throw new Error("out of stock");
  });
  bot.hears("oops", (ctx) => ctx.deleteMessage());
  bot.hears("twice", async (ctx) => {
    await ctx.reply("one");
    await ctx.reply("two");
  });
  bot.hears("stream", async (ctx) => {
    const draft = { chat_id: ctx.chat.id, draft_id: 7, can_stop: true };
    for (const text of ["", "One", "One two"]) await ctx.api.raw.sendMessageDraft({ ...draft, text });
  });
  bot.hears("plan", (ctx) => ctx.api.sendRichMessage(ctx.chat.id, PLAN));
  bot.hears("report", async (ctx) => {
    const draft = { chat_id: ctx.chat.id, draft_id: 8, can_stop: true };
    await ctx.api.raw.sendRichMessageDraft({ ...draft, rich_message: { markdown: "# Sales" } });
    await ctx.api.sendRichMessage(ctx.chat.id, { markdown: "# Sales\n\n| a | b |\n|---|---|\n| 1 | 2 |" });
  });
  bot.hears(/^read (\S+)/, (ctx) =>
    ctx.reply(`You read ${ctx.match[1]}`, { link_preview_options: { show_above_text: true } }),
  );
  bot.on("stopped_message_generation", (ctx) => ctx.api.sendMessage(ctx.chatId, "Stopped"));
  // Without it, grammY writes every error to the console.
  bot.catch((error) => {
    throw error.error;
  });
  return bot;
}
