/** A bot as a user of node-telegram-bot-api 2 writes it; only its address is not the usual one. */
import { Bot, InlineKeyboardBuilder, InputFile } from "node-telegram-bot-api";
import { createWebhookServer } from "node-telegram-bot-api/node";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const bot = new Bot(TOKEN, { apiRoot: BASE });
const picture = () => new InputFile(Buffer.from(PICTURE, "base64"), { filename: "ä b[1],@x.png" });
const payload = (ctx) => ctx.message.text.split(" ").slice(1).join(" ");

bot.command("start", (ctx) =>
  ctx.reply(`started ${payload(ctx)}`, { reply_markup: new InlineKeyboardBuilder().text("Press", "pressed").build() }),
);
bot.on("callback_query", async (ctx) => {
  await ctx.answerCallbackQuery({ text: "thanks" });
  const { message } = ctx.callbackQuery;
  await ctx.api.editMessageText({ chat_id: message.chat.id, message_id: message.message_id, text: "was pressed" });
});
bot.command("photo", (ctx) =>
  ctx.api.sendPhoto({ chat_id: ctx.message.chat.id, photo: picture(), caption: "<b>a photo</b>", parse_mode: "HTML" }),
);
bot.command("album", (ctx) =>
  ctx.api.sendMediaGroup({
    chat_id: ctx.message.chat.id,
    media: [
      { type: "photo", media: picture() },
      { type: "photo", media: picture(), caption: "two" },
    ],
  }),
);
bot.command("flood", (ctx) =>
  flood(
    (text) => ctx.reply(text),
    (error) => ({ code: error.errorCode, retry_after: error.retryAfter }),
  ),
);
bot.command("ban", async (ctx) => {
  const where = { chat_id: ctx.message.chat.id, user_id: Number(payload(ctx)) };
  await ctx.api.restrictChatMember({ ...where, permissions: { can_send_messages: false } });
  const { status } = await ctx.api.getChatMember(where);
  await ctx.api.banChatMember(where);
  await ctx.reply(`${status}, then ${(await ctx.api.getChatMember(where)).status}`);
});
bot.on("message", async (ctx) => {
  const { document, text, message_id } = ctx.message;
  if (document) {
    const { file_path } = await ctx.api.getFile({ file_id: document.file_id });
    await ctx.reply(`${document.file_name}: ${await (await fetch(`${BASE}/file/bot${TOKEN}/${file_path}`)).text()}`);
  } else if (text) await ctx.reply(text, { reply_parameters: { message_id } });
});
bot.catch((error) => console.error("handler failed", error));

if (HOOK) {
  createWebhookServer(bot, { secretToken: "s3cret" }).listen(HOOK, "127.0.0.1", async () => {
    await bot.api.setWebhook({ url: `http://127.0.0.1:${HOOK}/`, secret_token: "s3cret" });
    console.log("ready");
  });
} else {
  process.once("SIGTERM", () => void bot.stop());
  console.log("ready");
  await bot.startPolling();
}
