/** A bot as a user of node-telegram-bot-api 0.66 writes it; only its address is not the usual one. */
import TelegramBot from "node-telegram-bot-api-0";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const transport = HOOK ? { webHook: { host: "127.0.0.1", port: Number(HOOK) } } : { polling: true };
const bot = new TelegramBot(TOKEN, { baseApiUrl: BASE, ...transport });
const picture = () => Buffer.from(PICTURE, "base64");

bot.onText(/^\/start ?(.*)/, (message, match) =>
  bot.sendMessage(message.chat.id, `started ${match[1]}`, {
    reply_markup: { inline_keyboard: [[{ text: "Press", callback_data: "pressed" }]] },
  }),
);
bot.on("callback_query", async (query) => {
  await bot.answerCallbackQuery(query.id, { text: "thanks" });
  await bot.editMessageText("was pressed", { chat_id: query.message.chat.id, message_id: query.message.message_id });
});
bot.onText(/^\/photo/, (message) =>
  bot.sendPhoto(
    message.chat.id,
    picture(),
    { caption: "<b>a photo</b>", parse_mode: "HTML" },
    { filename: "ä b[1],@x.png", contentType: "image/png" },
  ),
);
bot.onText(/^\/album/, (message) =>
  bot.sendMediaGroup(message.chat.id, [
    { type: "photo", media: picture() },
    { type: "photo", media: picture(), caption: "two" },
  ]),
);
bot.onText(/^\/flood/, (message) =>
  flood(
    (text) => bot.sendMessage(message.chat.id, text),
    ({ response }) => ({ code: response.statusCode, retry_after: response.body.parameters.retry_after }),
  ),
);
bot.onText(/^\/ban (\d+)/, async (message, match) => {
  const [chat, id] = [message.chat.id, Number(match[1])];
  await bot.restrictChatMember(chat, id, { permissions: JSON.stringify({ can_send_messages: false }) });
  const { status } = await bot.getChatMember(chat, id);
  await bot.banChatMember(chat, id);
  await bot.sendMessage(chat, `${status}, then ${(await bot.getChatMember(chat, id)).status}`);
});
bot.on("document", async (message) => {
  const link = await bot.getFileLink(message.document.file_id);
  await bot.sendMessage(message.chat.id, `${message.document.file_name}: ${await (await fetch(link)).text()}`);
});
bot.on("text", (message) => {
  if (!message.text.startsWith("/"))
    bot.sendMessage(message.chat.id, message.text, { reply_to_message_id: message.message_id });
});
bot.on("polling_error", (error) => console.error("polling failed", error.message));
process.once("SIGTERM", () => process.exit(0));

// The path is how this library knows the sender.
if (HOOK) await bot.setWebHook(`http://127.0.0.1:${HOOK}/${TOKEN}`);
console.log("ready");
