/** Messages as one viewer sees them on the wire (interface.md, Message; behaviour.md §4). */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { isInline } from "../domain/markup.ts";
import type { Media } from "../domain/media.ts";
import type { Content, Message, Origin, Quote, Service } from "../domain/messages.ts";
import { whenThere, type Awaitable } from "../store/db.ts";
import { findMessage } from "../store/messages.ts";
import { presentMedia } from "./media.ts";
import { mayUse } from "./received.ts";
import { presentService } from "./service.ts";
import { ANONYMOUS } from "./users.ts";
import type { View } from "./view.ts";

/** The message, with the message it answers one level deep. */
export function presentMessage(view: View, chat: Chat, message: Message, withReply = true): Awaitable<Wire.Message> {
  const { entities, service } = message.content;
  return whenThere(presentHead(view, chat, message), (wire) =>
    whenThere(presentContext(view, wire, chat, message, withReply), () => {
      presentMarks(view, wire, message);
      return whenThere(entities && view.entities(entities), (looks) => {
        presentBody(view, wire, message, looks);
        const news = service && presentNews(view, wire, chat, service);
        return whenThere(news, () => presentMarkup(view, wire, message.content));
      });
    }),
  );
}

/** What the message belongs to, comes from and answers. */
function presentContext(
  view: View,
  wire: Wire.Message,
  chat: Chat,
  message: Message,
  withReply: boolean,
): Promise<void> | undefined {
  const { origin } = message.content;
  if (message.media_group_id !== null) wire.media_group_id = message.media_group_id;
  const answers = withReply && message.reply_to !== null;
  if (!origin) return answers ? presentReply(view, wire, chat, message) : undefined;
  const told = presentOrigin(view, wire, origin);
  return answers ? told.then(() => presentReply(view, wire, chat, message)) : told;
}

function presentMarks(view: View, wire: Wire.Message, { content, sender_id }: Message): void {
  if (content.key !== undefined && view.isViewer(sender_id)) wire.client_key = content.key;
  if (content.protected) wire.has_protected_content = true;
  if (content.silent && !view.viewer.is_bot) wire.is_silent = true;
}

function presentNews(view: View, wire: Wire.Message, chat: Chat, service: Service): Promise<void> {
  return presentService(view, wire, chat, service, (pinned) => presentMessage(view, chat, pinned, false));
}

/** Bots are shown inline keyboards only; a person's client also needs the others. */
function presentMarkup(view: View, wire: Wire.Message, { markup }: Content): Wire.Message {
  if (markup && (isInline(markup) || !view.viewer.is_bot)) wire.reply_markup = markup as Wire.InlineKeyboardMarkup;
  return wire;
}

function presentHead(view: View, chat: Chat, message: Message): Awaitable<Wire.Message> {
  const wire = { message_id: message.message_id } as Wire.Message;
  return whenThere(presentSpeaker(view, wire, chat, message), () =>
    whenThere(view.chat(chat), (shown) => {
      wire.chat = shown;
      wire.date = message.date;
      if (message.edit_date !== null) wire.edit_date = message.edit_date;
      if (message.content.author_signature) wire.author_signature = message.content.author_signature;
      return wire;
    }),
  );
}

/** Who said it: an account, or a chat for one of its administrators. */
function presentSpeaker(view: View, wire: Wire.Message, chat: Chat, message: Message): Awaitable<void> {
  if (message.sender_chat_id === null) {
    return whenThere(view.user(message.sender_id), (user) => {
      wire.from = user;
    });
  }
  if (chat.type !== "channel") wire.from = ANONYMOUS;
  return whenThere(view.chatOf(message.sender_chat_id), (speaker) => {
    wire.sender_chat = speaker;
  });
}

async function presentReply(view: View, wire: Wire.Message, chat: Chat, message: Message): Promise<void> {
  const target = await findMessage(view.tx, chat.id, message.reply_to!);
  // A message of others that answers one shows it to the bot that gets it; the bot's own message shows it nothing new.
  const ownOfBot = view.viewer.is_bot && message.sender_id === view.viewer.id;
  if (target && (!ownOfBot || (await mayUse(view.tx, view.viewer, chat, target))))
    wire.reply_to_message = await presentMessage(view, chat, target, false);
  if (message.content.quote) wire.quote = await presentQuote(view, message.content.quote);
}

async function presentQuote(view: View, { entities, ...quote }: Quote): Promise<NonNullable<Wire.Message["quote"]>> {
  const looks = entities && (await view.entities(entities));
  return { ...quote, ...(looks ? { entities: looks } : {}), is_manual: true };
}

/** Both the new object and the older single fields, as libraries read either. */
async function presentOrigin(view: View, wire: Wire.Message, origin: Origin): Promise<void> {
  wire.forward_date = origin.date;
  if (origin.chat_id === undefined) {
    const user = await view.user(origin.sender_id);
    wire.forward_origin = { type: "user", date: origin.date, sender_user: user };
    wire.forward_from = user;
    return;
  }
  const chat = await view.chatOf(origin.chat_id);
  const signature = origin.author_signature ? { author_signature: origin.author_signature } : {};
  const id = origin.message_id === undefined ? {} : { message_id: origin.message_id };
  wire.forward_origin =
    chat.type === "channel"
      ? { type: "channel", date: origin.date, chat, ...id, ...signature }
      : { type: "chat", date: origin.date, sender_chat: chat, ...signature };
  wire.forward_from_chat = chat;
  if (origin.message_id !== undefined) wire.forward_from_message_id = origin.message_id;
}

function presentBody(
  view: View,
  wire: Wire.Message,
  message: Message,
  entities: Wire.MessageEntity[] | undefined,
): void {
  const { content, text } = message;
  if (content.media) {
    presentMedia(wire, content.media, view.fileIds, view.viewer.id);
    if (!view.viewer.is_bot) presentWaveform(wire, content.media);
    if (text !== "") wire.caption = text;
    if (entities) wire.caption_entities = entities;
    if (content.caption_above) wire.show_caption_above_media = true;
    if (content.spoiler) wire.has_media_spoiler = true;
    return;
  }
  if (text !== "") wire.text = text;
  if (entities) wire.entities = entities;
  if (content.link_preview) wire.link_preview_options = content.link_preview;
  presentThings(wire, content);
}

/** Bots know no such field. */
function presentWaveform(wire: Wire.Message, media: Media): void {
  if (media.kind === "voice" && media.waveform) wire.voice!.waveform = [...media.waveform];
}

function presentThings(wire: Wire.Message, content: Content): void {
  if (content.location && content.venue) wire.venue = { location: content.location, ...content.venue };
  if (content.location) wire.location = content.location;
  if (content.contact) wire.contact = content.contact;
  if (content.dice) wire.dice = content.dice;
}
