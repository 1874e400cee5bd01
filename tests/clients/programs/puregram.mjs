/** A bot as a user of puregram writes it; only its address is not the usual one. */
import { createServer } from "node:http";
import { InlineKeyboard, MediaSource, Telegram } from "puregram";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const telegram = Telegram.fromToken(TOKEN, { apiBaseUrl: `${BASE}/bot` });
const picture = () => MediaSource.buffer(Buffer.from(PICTURE, "base64"), { filename: "ä b[1],@x.png" });

telegram.updates.on("message", async (ctx) => {
  const [command, rest = ""] = (ctx.text ?? "").split(/ (.*)/s);
  const chat_id = ctx.chat.id;
  if (ctx.hasAttachmentType?.("document")) {
    const { file_path } = await telegram.api.getFile({ file_id: ctx.attachment.fileId });
    const text = await (await fetch(`${BASE}/file/bot${TOKEN}/${file_path}`)).text();
    await ctx.send(`${ctx.attachment.fileName}: ${text}`);
  } else if (command === "/start") {
    await ctx.send(`started ${rest}`, {
      reply_markup: InlineKeyboard.keyboard([[InlineKeyboard.textButton({ text: "Press", payload: "pressed" })]]),
    });
  } else if (command === "/photo") {
    await ctx.sendPhoto(picture(), { caption: "<b>a photo</b>", parse_mode: "HTML" });
  } else if (command === "/album") {
    await telegram.api.sendMediaGroup({
      chat_id,
      media: [
        { type: "photo", media: picture() },
        { type: "photo", media: picture(), caption: "two" },
      ],
    });
  } else if (command === "/flood") {
    await flood(
      (text) => ctx.send(text),
      (error) => ({ code: error.code, retry_after: error.parameters.retry_after }),
    );
  } else if (command === "/ban") {
    const where = { chat_id, user_id: Number(rest) };
    await telegram.api.restrictChatMember({ ...where, permissions: { can_send_messages: false } });
    const { status } = await telegram.api.getChatMember(where);
    await telegram.api.banChatMember(where);
    await ctx.send(`${status}, then ${(await telegram.api.getChatMember(where)).status}`);
  } else if (ctx.text) await ctx.reply(ctx.text);
});
telegram.updates.on("callback_query", async (ctx) => {
  await ctx.answerCallbackQuery({ text: "thanks" });
  await ctx.message.editMessageText("was pressed");
});
process.once("SIGTERM", () => process.exit(0));

if (HOOK) {
  const server = createServer(telegram.updates.getWebhookMiddleware("s3cret"));
  server.listen(HOOK, "127.0.0.1", async () => {
    await telegram.api.setWebhook({ url: `http://127.0.0.1:${HOOK}/`, secret_token: "s3cret" });
    console.log("ready");
  });
} else {
  await telegram.updates.startPolling();
  console.log("ready");
}
