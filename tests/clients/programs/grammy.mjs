/** A bot as a user of grammY writes it; only its address is not the usual one. */
import { createServer } from "node:http";
import { stream } from "@grammyjs/stream";
import { API_CONSTANTS, Bot, InlineKeyboard, InputFile, InputMediaBuilder, webhookCallback } from "grammy";
import { flood } from "./flood.mjs";

const { BASE, TOKEN, PICTURE, HOOK } = process.env;
const bot = new Bot(TOKEN, { client: { apiRoot: BASE } });
bot.use(stream());
const picture = () => new InputFile(Buffer.from(PICTURE, "base64"), "ä b[1],@x.png");

bot.command("start", (ctx) =>
  ctx.reply(`started ${ctx.match}`, { reply_markup: new InlineKeyboard().text("Press", "pressed") }),
);
bot.callbackQuery("pressed", async (ctx) => {
  await ctx.answerCallbackQuery({ text: "thanks" });
  await ctx.editMessageText("was pressed");
});
bot.command("photo", (ctx) => ctx.replyWithPhoto(picture(), { caption: "<b>a photo</b>", parse_mode: "HTML" }));
bot.command("album", (ctx) =>
  ctx.replyWithMediaGroup([InputMediaBuilder.photo(picture()), InputMediaBuilder.photo(picture(), { caption: "two" })]),
);
bot.command("again", async (ctx) => {
  const ids = ctx.match.split(" ").map(Number);
  const forwarded = await ctx.forwardMessages(ctx.chat.id, ids);
  const copied = await ctx.copyMessages(ctx.chat.id, ids, { remove_caption: true });
  await ctx.reply(`made ${[...forwarded, ...copied].map(({ message_id }) => message_id).join(" ")}`);
});
bot.command("door", async (ctx) => {
  const chat_id = Number(ctx.match);
  const { invite_link } = await ctx.api.createChatInviteLink(chat_id, { name: "old", member_limit: 1 });
  const link = await ctx.api.editChatInviteLink(chat_id, invite_link, { name: "new", creates_join_request: true });
  await ctx.reply(`${link.name} ${link.member_limit} ${link.creates_join_request}`);
});
bot.command("settings", async (ctx) => {
  await ctx.api.setMyName("Hallo", { language_code: "de" });
  await ctx.api.setMyDescription("Says it again");
  await ctx.api.setMyShortDescription("An echo");
  await ctx.api.setMyDefaultAdministratorRights({ rights: { can_pin_messages: true } });
  await ctx.setChatMenuButton({ menu_button: { type: "commands" } });
  const { name } = await ctx.api.getMyName({ language_code: "de" });
  const { description } = await ctx.api.getMyDescription();
  const { short_description } = await ctx.api.getMyShortDescription();
  const { can_pin_messages } = await ctx.api.getMyDefaultAdministratorRights();
  const { type } = await ctx.getChatMenuButton();
  await ctx.reply([name, description, short_description, can_pin_messages, type].join(", "));
});
bot.command("topic", async (ctx) => {
  const [bulb] = (await ctx.api.getForumTopicIconStickers()).filter(({ emoji }) => emoji === "💡");
  const icon = { icon_color: 0x6fb9f0, icon_custom_emoji_id: bulb.custom_emoji_id };
  const { message_thread_id } = await ctx.createForumTopic(ctx.match, icon);
  await ctx.api.sendMessage(ctx.chat.id, "opened", { message_thread_id });
});
bot.command("done", async (ctx) => {
  // The library itself answers in the topic of the message.
  await ctx.reply(`done with ${ctx.msg.reply_to_message.forum_topic_created.name}`);
  await ctx.editForumTopic({ name: "Done" });
  await ctx.closeForumTopic();
});
bot.command("ack", (ctx) => ctx.react("👀"));
bot.reaction("👍", async (ctx) => {
  const { emojiAdded, emojiRemoved } = ctx.reactions();
  await ctx.react("❤");
  await ctx.reply(`${ctx.from.first_name}: +${emojiAdded.join("")} -${emojiRemoved.join("")}`);
});
bot.command("report", async (ctx) => {
  const blocks = [{ type: "paragraph", text: ["Working on ", { type: "bold", text: ctx.match }] }];
  await ctx.api.sendRichMessageDraft(ctx.chat.id, 1, { blocks });
  const { message_id } = await ctx.api.sendRichMessage(ctx.chat.id, { markdown: `# ${ctx.match}\n\n- [x] begun` });
  const html = `<h1>${ctx.match}</h1><table><tr><th>State</th><td>done</td></tr></table>`;
  const edited = await ctx.api.raw.editMessageText({ chat_id: ctx.chat.id, message_id, rich_message: { html } });
  await ctx.reply(edited.rich_message.blocks.map(({ type }) => type).join(", "));
});
bot.command("plan", async (ctx) => {
  const photo = { type: "photo", media: picture() };
  const buttons = [{ text: "Press", callback_data: "pressed" }];
  const blocks = [
    { type: "photo", photo, caption: { text: "The plan" } },
    { type: "buttons", buttons },
  ];
  const { rich_message } = await ctx.api.sendRichMessage(ctx.chat.id, { blocks });
  const [shown, row] = rich_message.blocks;
  // What was sent is sent again by its identifier, to which the Markdown refers.
  const media = [{ id: "plan", media: { type: "photo", media: shown.photo.at(-1).file_id } }];
  const again = await ctx.api.sendRichMessage(ctx.chat.id, { markdown: "![](tg://photo?id=plan)", media });
  await ctx.reply(`${shown.caption.text}, ${row.buttons[0].text}, ${again.rich_message.blocks[0].type}`);
});
const waiting = [];
/** An answer of two parts. The second one comes after `/go`. */
async function* answer(first, second) {
  yield first;
  await new Promise((resolve) => waiting.push(resolve));
  yield second;
}
bot.command("stream", (ctx) => {
  void ctx.replyWithStream(answer(`${ctx.match} is`, " done"), { can_stop: true });
});
bot.command("markdown", (ctx) => {
  void ctx.replyWithMarkdownStream(answer(`# ${ctx.match}\n`, "- [x] done"));
});
bot.command("go", () => waiting.splice(0).forEach((resolve) => resolve()));
bot.command("link", async (ctx) => {
  const [first, second] = ctx.match.split(" ");
  const link_preview_options = { url: second, prefer_large_media: true, show_above_text: true };
  await ctx.reply(`read ${first} and ${second}`, { link_preview_options });
});
bot.command("plain", async (ctx) => {
  const { message_id, text } = ctx.msg.reply_to_message;
  await ctx.api.editMessageText(ctx.chat.id, message_id, text, { link_preview_options: { is_disabled: true } });
});
bot.command("walk", async (ctx) => {
  const sent = await ctx.replyWithLocation(1, 2, { live_period: 600, heading: 90 });
  const moved = await ctx.api.editMessageLiveLocation(ctx.chat.id, sent.message_id, 3, 4, { heading: 1 });
  const stopped = await ctx.api.stopMessageLiveLocation(ctx.chat.id, sent.message_id);
  await ctx.reply(`walked ${moved.location.live_period} ${moved.location.heading} ${stopped.location.latitude}`);
});
bot.command("flood", (ctx) =>
  flood(
    (text) => ctx.reply(text),
    (error) => ({ code: error.error_code, retry_after: error.parameters.retry_after }),
  ),
);
bot.command("ban", async (ctx) => {
  const id = Number(ctx.match);
  await ctx.restrictChatMember(id, { can_send_messages: false });
  const { status } = await ctx.getChatMember(id);
  await ctx.banChatMember(id);
  await ctx.reply(`${status}, then ${(await ctx.getChatMember(id)).status}`);
});
bot.on("chat_join_request", async (ctx) => {
  await ctx.approveChatJoinRequest(ctx.from.id);
  await ctx.reply(`let in by ${ctx.chatJoinRequest.invite_link.name}`);
});
bot.on("message:document", async (ctx) => {
  const { file_path } = await ctx.getFile();
  const text = await (await fetch(`${BASE}/file/bot${TOKEN}/${file_path}`)).text();
  await ctx.reply(`${ctx.message.document.file_name}: ${text}`);
});
bot.on("message:text", (ctx) =>
  ctx.reply(ctx.message.text, { reply_parameters: { message_id: ctx.message.message_id } }),
);
bot.catch((error) => console.error("handler failed", error.error));

if (HOOK) {
  const server = createServer(webhookCallback(bot, "http", { secretToken: "s3cret" }));
  server.listen(HOOK, "127.0.0.1", async () => {
    await bot.api.setWebhook(`http://127.0.0.1:${HOOK}/`, { secret_token: "s3cret" });
    console.log("ready");
  });
} else {
  process.once("SIGTERM", () => bot.stop());
  const allowed_updates = [...API_CONSTANTS.DEFAULT_UPDATE_TYPES, "message_reaction"];
  await bot.start({ allowed_updates, onStart: () => console.log("ready") });
}
