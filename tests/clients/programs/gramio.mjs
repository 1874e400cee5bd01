/** A bot as a user of gramio writes it; only its address is not the usual one. */
import { createServer } from "node:http";
import { Bot, InlineKeyboard, MediaInput, MediaUpload, webhookHandler } from "gramio";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const bot = new Bot(TOKEN, { api: { baseURL: `${BASE}/bot` } });
const picture = () => MediaUpload.buffer(Buffer.from(PICTURE, "base64"), "ä b[1],@x.png");

bot
  .command("start", (ctx) =>
    ctx.send(`started ${ctx.args ?? ""}`, { reply_markup: new InlineKeyboard().text("Press", "pressed") }),
  )
  .command("photo", async (ctx) => ctx.sendPhoto(await picture(), { caption: "<b>a photo</b>", parse_mode: "HTML" }))
  .command("album", async (ctx) =>
    ctx.sendMediaGroup([MediaInput.photo(await picture()), MediaInput.photo(await picture(), { caption: "two" })]),
  )
  .command("flood", (ctx) =>
    flood(
      (text) => ctx.send(text),
      (error) => ({ code: error.code, retry_after: error.payload.retry_after }),
    ),
  )
  .command("ban", async (ctx) => {
    const where = { chat_id: ctx.chat.id, user_id: Number(ctx.args) };
    await bot.api.restrictChatMember({ ...where, permissions: { can_send_messages: false } });
    const { status } = await bot.api.getChatMember(where);
    await bot.api.banChatMember(where);
    await ctx.send(`${status}, then ${(await bot.api.getChatMember(where)).status}`);
  })
  .command("topic", async (ctx) => {
    const [bulb] = (await bot.api.getForumTopicIconStickers()).filter(({ emoji }) => emoji === "💡");
    const icon = { icon_color: 0x6fb9f0, icon_custom_emoji_id: bulb.custom_emoji_id };
    const { message_thread_id } = await bot.api.createForumTopic({ chat_id: ctx.chat.id, name: ctx.args, ...icon });
    await bot.api.sendMessage({ chat_id: ctx.chat.id, text: "opened", message_thread_id });
  })
  .command("done", async (ctx) => {
    // The library itself answers in the topic of the message.
    await ctx.send(`done with ${ctx.replyMessage.forumTopicCreated.name}`);
    const topic = { chat_id: ctx.chat.id, message_thread_id: ctx.threadId };
    await bot.api.editForumTopic({ ...topic, name: "Done" });
    await bot.api.closeForumTopic(topic);
  })
  .command("ack", (ctx) => ctx.react("👀"))
  .reaction("👍", async (ctx) => {
    const [added, removed] = [ctx.newReactions, ctx.oldReactions].map((list) =>
      list.map(({ emoji }) => emoji).join(""),
    );
    const reaction = [{ type: "emoji", emoji: "❤" }];
    await bot.api.setMessageReaction({ chat_id: ctx.chat.id, message_id: ctx.id, reaction });
    await bot.api.sendMessage({ chat_id: ctx.chat.id, text: `${ctx.user.firstName}: +${added} -${removed}` });
  })
  .on("callback_query", async (ctx) => {
    await ctx.answer("thanks");
    await ctx.editText("was pressed");
  })
  .on("message", async (ctx) => {
    if (ctx.document) {
      const bytes = await bot.downloadFile(ctx.document.fileId);
      await ctx.send(`${ctx.document.fileName}: ${Buffer.from(bytes).toString()}`);
    } else if (ctx.text && !ctx.text.startsWith("/")) await ctx.reply(ctx.text);
  })
  .onStart(() => console.log("ready"))
  .onError(({ error }) => console.error("handler failed", error));
process.once("SIGTERM", () => bot.stop().then(() => process.exit(0)));

if (HOOK) {
  await new Promise((done) => createServer(webhookHandler(bot, "http", "s3cret")).listen(HOOK, "127.0.0.1", done));
  await bot.start({ webhook: { url: `http://127.0.0.1:${HOOK}/`, secret_token: "s3cret" } });
} else await bot.start();
