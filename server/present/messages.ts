/** Presents messages to a viewer (interface.md, Message; behaviour.md §4). */
import type { RichMessage } from "@heliogram/shared/rich.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { isInline } from "../domain/markup.ts";
import type { Media } from "../domain/media.ts";
import type {
  Content,
  ExternalReply,
  LinkPreview,
  Message,
  Origin,
  Quote,
  Service,
  WebPage,
} from "../domain/messages.ts";
import { shownThread } from "../domain/topics.ts";
import { firstAddress } from "../domain/text/first-address.ts";
import { whenThere, type MaybePromise } from "../store/maybe-promise.ts";
import { presentMedia, presentSizes } from "./media.ts";
import { presentReactions } from "./reactions.ts";
import { isMessageVisible } from "./visible-messages.ts";
import { presentRichMessage } from "./rich-messages.ts";
import { presentService } from "./service.ts";
import { ANONYMOUS } from "./users.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Presents a message together with the message it replies to, but not the reply of that one. */
export function presentMessage(
  context: ViewerContext,
  chat: Chat,
  message: Message,
  withReply = true,
): MaybePromise<Wire.Message> {
  const { entities, rich, service, origin, external_reply } = message.content;
  const header = presentHeader(context, chat, message);
  const replies = withReply && (external_reply !== undefined || answers(context, chat, message));
  const isPlain = !entities && !rich && !service && !origin && !replies;
  // Most messages refer to nothing that is to be found first.
  return isPlain
    ? whenThere(header, (wire) => presentRest(context, wire, message, undefined))
    : presentFully(context, header, chat, message, withReply);
}

async function presentFully(
  context: ViewerContext,
  header: MaybePromise<Wire.Message>,
  chat: Chat,
  message: Message,
  withReply: boolean,
): Promise<Wire.Message> {
  const { entities, rich, service, origin, external_reply } = message.content;
  const wire = await header;
  if (origin) await presentOrigin(context, wire, origin);
  if (withReply && answers(context, chat, message)) await presentReply(context, wire, chat, message);
  if (withReply && external_reply) await presentExternalReply(context, wire, message, external_reply);
  presentRest(context, wire, message, entities && (await context.entities(entities)));
  if (rich) await presentRichFields(context, wire, message, rich);
  if (service) await presentServiceFields(context, wire, chat, service);
  return wire;
}

function presentRest(
  context: ViewerContext,
  wire: Wire.Message,
  message: Message,
  entities: Wire.MessageEntity[] | undefined,
): Wire.Message {
  presentFlags(context, wire, message);
  if (message.reactions) presentReactions(context, wire, message);
  presentBody(context, wire, message, entities);
  return presentMarkup(context, wire, message.content);
}

function presentFlags(context: ViewerContext, wire: Wire.Message, { content, sender_id }: Message): void {
  if (content.key !== undefined && context.isViewer(sender_id)) wire.client_key = content.key;
  if (content.protected) wire.has_protected_content = true;
  if (content.silent && !context.viewer.is_bot) wire.is_silent = true;
}

async function presentRichFields(
  context: ViewerContext,
  wire: Wire.Message,
  { content, sender_id }: Message,
  rich: RichMessage,
): Promise<void> {
  wire.rich_message = await presentRichMessage(context, rich, content.rich_files ?? []);
  if (content.rich_source !== undefined && context.isViewer(sender_id)) wire.rich_source = content.rich_source;
}

function presentServiceFields(context: ViewerContext, wire: Wire.Message, chat: Chat, service: Service): Promise<void> {
  return presentService(context, wire, chat, service, async (pinned) => presentMessage(context, chat, pinned, false));
}

/** Adds the reply markup. Bots get inline keyboards only; a person's client also needs the others. */
function presentMarkup(context: ViewerContext, wire: Wire.Message, { markup }: Content): Wire.Message {
  if (markup && (isInline(markup) || !context.viewer.is_bot)) wire.reply_markup = markup as Wire.InlineKeyboardMarkup;
  return wire;
}

/** The identity of a message: its id, sender, chat and dates. */
function presentHeader(context: ViewerContext, chat: Chat, message: Message): MaybePromise<Wire.Message> {
  const { message_id, date } = message;
  const isOfAccount = message.sender_chat_id === null;
  const sender: MaybePromise<Wire.User | Wire.Chat> = isOfAccount
    ? context.user(message.sender_id)
    : context.chatOf(message.sender_chat_id!);
  return whenThere(sender, (from) =>
    whenThere(context.chat(chat), (shown) => {
      const wire = (
        isOfAccount
          ? { message_id, from, chat: shown, date }
          : { message_id, ...sentAsChat(chat, from), chat: shown, date }
      ) as Wire.Message;
      const isEdited = message.edit_date !== null && (context.viewer.is_bot || !message.content.markup_edited);
      if (isEdited) wire.edit_date = message.edit_date!;
      const thread = shownThread(chat, message.thread_id);
      if (thread !== undefined) {
        wire.message_thread_id = thread;
        wire.is_topic_message = true;
      }
      if (message.content.author_signature) wire.author_signature = message.content.author_signature;
      if (message.media_group_id !== null) wire.media_group_id = message.media_group_id;
      return wire;
    }),
  );
}

/** The sender of a message that a chat sends on behalf of one of its administrators. */
function sentAsChat(chat: Chat, sender_chat: Wire.User | Wire.Chat): object {
  return chat.type === "channel" ? { sender_chat } : { from: ANONYMOUS, sender_chat };
}

async function presentReply(context: ViewerContext, wire: Wire.Message, chat: Chat, message: Message): Promise<void> {
  const target = await context.message(chat.id, message.reply_to ?? message.thread_id!);
  // A bot gets the replied-to message in messages of others. Its own reply must not show it a message it could not
  // receive.
  const ownOfBot = context.viewer.is_bot && message.sender_id === context.viewer.id;
  if (target && (!ownOfBot || (await isMessageVisible(context.tx, context.viewer, chat, target))))
    wire.reply_to_message = await presentMessage(context, chat, target, false);
  if (message.content.quote) wire.quote = await presentQuote(context, message.content.quote);
}

/** The same for every reader, who learns what a forward would show (behaviour.md §4, Replies from elsewhere). */
async function presentExternalReply(
  context: ViewerContext,
  wire: Wire.Message,
  { content, date }: Message,
  { chat_id, message_id, origin }: ExternalReply,
): Promise<void> {
  const reply: Wire.ExternalReplyInfo = { origin: await messageOrigin(context, origin) };
  // Groups and channels have negative ids. A private chat is nobody else's.
  if (chat_id < 0) Object.assign(reply, { chat: await context.chatOf(chat_id), message_id });
  const target = await context.message(chat_id, message_id);
  // What was put into it later was not disclosed.
  if (target && (target.edit_date ?? 0) <= date) presentExternalContent(context, reply, target.content);
  wire.external_reply = reply;
  if (content.quote) wire.quote = await presentQuote(context, content.quote);
}

function presentExternalContent(context: ViewerContext, reply: Wire.ExternalReplyInfo, content: Content): void {
  if (content.media) presentMedia(reply, content.media, context.fileIds, context.viewer.id);
  if (content.spoiler) reply.has_media_spoiler = true;
  presentAttachments(reply, content);
}

async function presentQuote(
  context: ViewerContext,
  { entities, ...quote }: Quote,
): Promise<NonNullable<Wire.Message["quote"]>> {
  const looks = entities && (await context.entities(entities));
  return { ...quote, ...(looks ? { entities: looks } : {}), is_manual: true };
}

/**
 * Whether the message has a `reply_to_message`. As in Telegram, a message in a topic that answers none has, for bots, the
 * service message that created the topic: programs read the name of the topic there.
 */
function answers({ viewer }: ViewerContext, chat: Chat, { message_id, reply_to, thread_id }: Message): boolean {
  if (reply_to !== null || !viewer.is_bot) return reply_to !== null;
  const thread = shownThread(chat, thread_id);
  return thread !== undefined && thread !== message_id;
}

/** Adds both `forward_origin` and the older separate fields, because libraries read either. */
async function presentOrigin(context: ViewerContext, wire: Wire.Message, origin: Origin): Promise<void> {
  const shown = await messageOrigin(context, origin);
  const chat = shown.chat ?? shown.sender_chat;
  wire.forward_origin = shown;
  wire.forward_date = origin.date;
  if (shown.sender_user) wire.forward_from = shown.sender_user;
  if (chat) wire.forward_from_chat = chat;
  if (chat && origin.message_id !== undefined) wire.forward_from_message_id = origin.message_id;
}

async function messageOrigin(context: ViewerContext, origin: Origin): Promise<Wire.MessageOrigin> {
  const { date, chat_id, message_id, author_signature } = origin;
  if (chat_id === undefined) return { type: "user", date, sender_user: await context.user(origin.sender_id) };
  const chat = await context.chatOf(chat_id);
  const signature = author_signature ? { author_signature } : {};
  const id = message_id === undefined ? {} : { message_id };
  return chat.type === "channel"
    ? { type: "channel", date, chat, ...id, ...signature }
    : { type: "chat", date, sender_chat: chat, ...signature };
}

function presentBody(
  context: ViewerContext,
  wire: Wire.Message,
  message: Message,
  entities: Wire.MessageEntity[] | undefined,
): void {
  const { content, text } = message;
  if (content.media) {
    presentMedia(wire, content.media, context.fileIds, context.viewer.id);
    if (!context.viewer.is_bot) presentWaveform(wire, content.media);
    if (text !== "") wire.caption = text;
    if (entities) wire.caption_entities = entities;
    if (content.caption_above) wire.show_caption_above_media = true;
    if (content.spoiler) wire.has_media_spoiler = true;
    return;
  }
  if (text !== "") wire.text = text;
  if (entities) wire.entities = entities;
  if (content.link_preview) wire.link_preview_options = presentPreview(content.link_preview, message);
  if (content.web_page && !context.viewer.is_bot) wire.web_page = presentWebPage(context, content.web_page);
  presentAttachments(wire, content);
}

/** Of options without an address, Telegram gives the one that the text leads to. */
function presentPreview(preview: LinkPreview, { text, content }: Message): LinkPreview {
  const url = preview.is_disabled || preview.url ? undefined : firstAddress(text, content.entities);
  return url === undefined ? preview : { url, ...preview };
}

/** The preview of a link. The bot API has no such object. */
function presentWebPage({ fileIds, viewer }: ViewerContext, { photo, ...page }: WebPage): Wire.WebPage {
  return photo ? { ...page, photo: presentSizes(photo, fileIds, viewer.id) } : page;
}

/** Adds the waveform of a voice message. The bot API has no such field. */
function presentWaveform(wire: Wire.Message, media: Media): void {
  if (media.kind === "voice" && media.waveform) wire.voice!.waveform = [...media.waveform];
}

function presentAttachments(wire: Wire.Message | Wire.ExternalReplyInfo, content: Content): void {
  if (content.location && content.venue) wire.venue = { location: content.location, ...content.venue };
  if (content.location) wire.location = content.location;
  if (content.contact) wire.contact = content.contact;
  if (content.dice) wire.dice = content.dice;
}
