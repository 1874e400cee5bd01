/** A bot as a user of Telegraf writes it; only its address is not the usual one. */
import { createServer } from "node:http";
import { Markup, Telegraf } from "telegraf";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const bot = new Telegraf(TOKEN, { telegram: { apiRoot: BASE } });
const picture = () => ({ source: Buffer.from(PICTURE, "base64"), filename: "ä b[1],@x.png" });

bot.start((ctx) =>
  ctx.reply(`started ${ctx.payload}`, Markup.inlineKeyboard([Markup.button.callback("Press", "pressed")])),
);
bot.action("pressed", async (ctx) => {
  await ctx.answerCbQuery("thanks");
  await ctx.editMessageText("was pressed");
});
bot.command("photo", (ctx) => ctx.replyWithPhoto(picture(), { caption: "<b>a photo</b>", parse_mode: "HTML" }));
bot.command("album", (ctx) =>
  ctx.replyWithMediaGroup([
    { type: "photo", media: picture() },
    { type: "photo", media: picture(), caption: "two" },
  ]),
);
bot.command("again", async (ctx) => {
  const ids = ctx.args.map(Number);
  const forwarded = await ctx.forwardMessages(ctx.chat.id, ids);
  const copied = await ctx.copyMessages(ctx.chat.id, ids, { remove_caption: true });
  await ctx.reply(`made ${[...forwarded, ...copied].map(({ message_id }) => message_id).join(" ")}`);
});
bot.command("topic", async (ctx) => {
  const [bulb] = (await ctx.telegram.getForumTopicIconStickers()).filter(({ emoji }) => emoji === "💡");
  const icon = { icon_color: 0x6fb9f0, icon_custom_emoji_id: bulb.custom_emoji_id };
  const { message_thread_id } = await ctx.telegram.createForumTopic(ctx.chat.id, ctx.payload, icon);
  await ctx.telegram.sendMessage(ctx.chat.id, "opened", { message_thread_id });
});
bot.command("done", async (ctx) => {
  // The library itself answers in the topic of the message.
  await ctx.reply(`done with ${ctx.message.reply_to_message.forum_topic_created.name}`);
  const { message_thread_id } = ctx.message;
  await ctx.telegram.editForumTopic(ctx.chat.id, message_thread_id, { name: "Done" });
  await ctx.telegram.closeForumTopic(ctx.chat.id, message_thread_id);
});
bot.command("link", async (ctx) => {
  const [first, second] = ctx.args;
  const link_preview_options = { url: second, prefer_large_media: true, show_above_text: true };
  await ctx.reply(`read ${first} and ${second}`, { link_preview_options });
});
bot.command("plain", async (ctx) => {
  const { message_id, text } = ctx.message.reply_to_message;
  const link_preview_options = { is_disabled: true };
  await ctx.telegram.editMessageText(ctx.chat.id, message_id, undefined, text, { link_preview_options });
});
bot.command("ack", (ctx) => ctx.react("👀"));
bot.reaction("👍", async (ctx) => {
  const [added, removed] = [ctx.reactions.added, ctx.reactions.removed].map((list) => list.toArray());
  const text = (list) => list.map(({ emoji }) => emoji).join("");
  await ctx.react("❤");
  await ctx.reply(`${ctx.from.first_name}: +${text(added)} -${text(removed)}`);
});
bot.command("report", async (ctx) => {
  const call = (method, params) => ctx.telegram.callApi(method, { chat_id: ctx.chat.id, ...params });
  const [title] = ctx.args;
  const blocks = [{ type: "paragraph", text: ["Working on ", { type: "bold", text: title }] }];
  await call("sendRichMessageDraft", { draft_id: 1, rich_message: { blocks } });
  const { message_id } = await call("sendRichMessage", { rich_message: { markdown: `# ${title}\n\n- [x] begun` } });
  const html = `<h1>${title}</h1><table><tr><th>State</th><td>done</td></tr></table>`;
  const edited = await call("editMessageText", { message_id, rich_message: { html } });
  await ctx.reply(edited.rich_message.blocks.map(({ type }) => type).join(", "));
});
bot.command("door", async (ctx) => {
  const chat_id = Number(ctx.args[0]);
  const { invite_link } = await ctx.telegram.createChatInviteLink(chat_id, { name: "old", member_limit: 1 });
  const link = await ctx.telegram.editChatInviteLink(chat_id, invite_link, { name: "new", creates_join_request: true });
  await ctx.reply(`${link.name} ${link.member_limit} ${link.creates_join_request}`);
});
bot.command("settings", async (ctx) => {
  await ctx.telegram.setMyName("Hallo", "de");
  await ctx.telegram.setMyDescription("Says it again");
  await ctx.telegram.setMyShortDescription("An echo");
  await ctx.telegram.setMyDefaultAdministratorRights({ rights: { can_pin_messages: true } });
  await ctx.setChatMenuButton({ type: "commands" });
  const { name } = await ctx.telegram.getMyName("de");
  const { description } = await ctx.telegram.getMyDescription();
  const { short_description } = await ctx.telegram.getMyShortDescription();
  const { can_pin_messages } = await ctx.telegram.getMyDefaultAdministratorRights();
  const { type } = await ctx.getChatMenuButton();
  await ctx.reply([name, description, short_description, can_pin_messages, type].join(", "));
});
bot.command("flood", (ctx) =>
  flood(
    (text) => ctx.reply(text),
    (error) => ({ code: error.code, retry_after: error.parameters.retry_after }),
  ),
);
bot.command("ban", async (ctx) => {
  const id = Number(ctx.payload);
  await ctx.restrictChatMember(id, { permissions: { can_send_messages: false } });
  const { status } = await ctx.getChatMember(id);
  await ctx.banChatMember(id);
  await ctx.reply(`${status}, then ${(await ctx.getChatMember(id)).status}`);
});
bot.on("document", async (ctx) => {
  const link = await ctx.telegram.getFileLink(ctx.message.document.file_id);
  await ctx.reply(`${ctx.message.document.file_name}: ${await (await fetch(link)).text()}`);
});
bot.on("text", (ctx) => ctx.reply(ctx.message.text, { reply_parameters: { message_id: ctx.message.message_id } }));
bot.catch((error) => console.error("handler failed", error));

if (HOOK) {
  // Telegraf answers some calls in the webhook's own answer: its default, left as it is.
  const server = createServer(bot.webhookCallback("/", { secretToken: "s3cret" }));
  server.listen(HOOK, "127.0.0.1", async () => {
    await bot.telegram.setWebhook(`http://127.0.0.1:${HOOK}/`, { secret_token: "s3cret" });
    console.log("ready");
  });
} else {
  process.once("SIGTERM", () => bot.stop("SIGTERM"));
  const allowedUpdates = ["message", "callback_query", "message_reaction"];
  await bot.launch({ allowedUpdates }, () => console.log("ready"));
}
