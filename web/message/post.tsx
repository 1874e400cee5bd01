/** One message, or one album, with all that belongs to it: name, quote, file, words, time, buttons. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { InlineKeyboardMarkup, Message } from "@heliogram/shared/wire.ts";
import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { fileOf, kindOf, largeEmojiOf, spokenOf, wordsOf } from "../model/content.ts";
import { colourOf, nameOf, speakerOf, titleOf, type Speaker } from "../model/names.ts";
import type { PostRow } from "../model/rows.ts";
import { useClientState } from "../client/context.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { classes } from "../ui/classes.ts";
import { Album } from "./album.tsx";
import { InlineKeyboard } from "./inline-keyboard.tsx";
import { OutgoingNote } from "./outgoing-note.tsx";
import { Media } from "./media.tsx";
import { Meta, type MetaPlace } from "./meta.tsx";
import { ReplyQuote } from "./reply-quote.tsx";
import { TextBody } from "./text-body.tsx";
import { Things } from "./things.tsx";
import { UploadRing } from "./upload-ring.tsx";

interface PostProps {
  readonly row: PostRow;
  /** In a group, others' posts show who they are from. */
  readonly named: boolean;
  readonly onGo: (message_id: number) => void;
  readonly onCommand: ((command: string) => void) | undefined;
  /** Stands beside the bubble, on the side where there is room. */
  readonly aside?: ReactNode;
}

export function Post({ row, named, onGo, onCommand, aside }: PostProps) {
  const [message] = row.messages;
  const speaker = speakerOf(message);
  const faced = named && !row.own;
  const keyboard = inlineOf(message);
  return (
    <div className={classes("flex w-full items-end gap-2", row.own && "justify-end")}>
      {faced && <div className="w-8 shrink-0">{row.last && <SpeakerAvatar speaker={speaker} />}</div>}
      <div className={classes("flex min-w-0 max-w-[min(85%,34rem)] flex-col", row.own ? "items-end" : "items-start")}>
        <Bubble row={row} faced={faced} onGo={onGo} onCommand={onCommand} />
        {keyboard && <InlineKeyboard chat_id={message.chat.id} message_id={message.message_id} markup={keyboard} />}
        {row.outgoing && <OutgoingNote outgoing={row.outgoing} />}
      </div>
      <div className={classes("self-center", row.own && "-order-1")}>{aside}</div>
    </div>
  );
}

/** A chat that speaks for an administrator has its own photo. */
function SpeakerAvatar({ speaker: { id, name, user } }: { readonly speaker: Speaker }) {
  const chat = useClientState((state) => (user ? undefined : state.chats?.[id]?.photo));
  return <Avatar id={id} name={name} photo={user?.photo ?? chat} size="small" />;
}

function inlineOf({ reply_markup }: Message): InlineKeyboardMarkup | undefined {
  return reply_markup && "inline_keyboard" in reply_markup ? reply_markup : undefined;
}

interface BubbleProps extends Omit<PostProps, "named" | "aside"> {
  readonly faced: boolean;
}

function Bubble({ row, faced, onGo, onCommand }: BubbleProps) {
  const [message] = row.messages;
  const { text, entities } = wordsOf(spokenOf(row.messages));
  const emoji = largeEmojiOf(message);
  const above = isAbove(row, text);
  const place = metaPlace(message, above ? "" : text);
  const words = text !== "" && <TextBody text={text} entities={entities} emoji={emoji} onCommand={onCommand} />;
  return (
    <div className={bubbleLook(row, message, text)}>
      {faced && row.first && <SpeakerName message={message} />}
      {message.forward_origin && <ForwardedFrom message={message} />}
      {message.reply_to_message && (
        <ReplyQuote message={message.reply_to_message} quote={message.quote} own={row.own} onGo={onGo} />
      )}
      {above && <div className="px-1.5 pb-1">{words}</div>}
      <Files row={row} />
      <Things message={message} />
      <div className={text === "" || above ? undefined : wordsLook(message)}>
        {!above && words}
        <Meta row={row} place={place} />
      </div>
    </div>
  );
}

/** Whether the words of a picture stand above it. */
function isAbove({ messages }: PostRow, text: string): boolean {
  return text !== "" && isPicture(messages[0]) && spokenOf(messages).show_caption_above_media === true;
}

function wordsLook(message: Message): string {
  // The time stands at the foot of large emoji, as it does beside a last line.
  const large = largeEmojiOf(message) > 0 && "flex items-end justify-between";
  return classes(fileOf(message) && "pt-1", isPicture(message) && "px-1.5 pt-1", large);
}

/** Under words, upon a picture that has none, or beside the last line of a file. */
function metaPlace(message: Message, text: string): MetaPlace {
  if (text !== "") return "under";
  if (isPicture(message) || isFree(message)) return "upon";
  return fileOf(message) ? "beside" : "under";
}

/** A round film or a throw with nothing else in its bubble needs no bubble. */
function isFree({ video_note, dice, reply_to_message, forward_origin }: Message): boolean {
  return (video_note ?? dice) !== undefined && !reply_to_message && !forward_origin;
}

/** The corner on the speaker's side is drawn in where the run goes on. */
function bubbleLook(row: PostRow, message: Message, text: string): string {
  const picture = isPicture(message);
  return classes(
    "relative min-w-0 max-w-full rounded-2xl px-3 py-1.5 shadow-xs shadow-shade",
    row.own ? "bg-own [--accent:var(--own-accent)]" : "bg-theirs",
    row.own ? [!row.first && "rounded-se-md", "rounded-ee-md"] : [!row.first && "rounded-ss-md", "rounded-es-md"],
    picture && "p-1 [&>p]:px-1.5",
    // The words are as wide as the picture above them.
    picture && text !== "" && "w-min min-w-56",
    isFree(message) && "bg-transparent p-0 shadow-none",
  );
}

function SpeakerName({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { id, name, user } = speakerOf(message);
  return (
    <p
      className="flex max-w-full items-center gap-1.5 text-sm font-semibold"
      style={{ color: `var(--name-${colourOf(id)})` }}
    >
      <span className="truncate" dir="auto">
        {name}
      </span>
      {user?.is_bot && <Bot role="img" aria-label={t`Bot`} className="size-3.5 shrink-0" />}
      {message.author_signature !== undefined && (
        <span className="truncate font-normal text-soft">{message.author_signature}</span>
      )}
    </p>
  );
}

function ForwardedFrom({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const origin = message.forward_origin!;
  const chat = origin.chat ?? origin.sender_chat;
  const title = chat ? titleOf(chat) : "";
  const name = origin.sender_user ? nameOf(origin.sender_user) : title === "" ? t`a deleted chat` : title;
  return (
    <p className="text-sm text-accent">
      <Trans>Forwarded from {name}</Trans>
    </p>
  );
}

function Files({ row }: { readonly row: PostRow }) {
  const [message, ...others] = row.messages;
  const { outgoing } = row;
  if (!message.photo && !fileOf(message)) return null;
  return (
    <div className="relative max-w-full">
      {others.length > 0 ? <Album row={row} /> : <Media message={message} outgoing={outgoing} />}
      {outgoing?.state === "waiting" && isPicture(message) && (
        <span className="absolute inset-0 grid place-items-center">
          <UploadRing outgoing={outgoing} />
        </span>
      )}
    </div>
  );
}

function isPicture(message: Message): boolean {
  return ["photo", "video", "animation"].includes(kindOf(message));
}
