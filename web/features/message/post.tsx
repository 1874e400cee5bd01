/** One message or album: sender, quoted message, file, text, footer and buttons. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { InlineKeyboardMarkup, Message } from "@heliogram/shared/wire.ts";
import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { fileOf, largeEmojiOf, layoutOf, captionMessage, textOf } from "../../core/model/messages/content.ts";
import { colourOf, nameOf, senderOf, titleOf, type ShownSender } from "../../core/model/people/names.ts";
import { previewOf } from "../../core/model/messages/link-preview.ts";
import { hasReactions } from "../../core/model/messages/reactions.ts";
import type { PostRow } from "../../core/model/messages/rows.ts";
import { useClientState } from "../../core/client/context.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { Album } from "./album.tsx";
import { ExternalQuote } from "./external-quote.tsx";
import { LinkPreview } from "./link-preview.tsx";
import { InlineKeyboard } from "./inline-keyboard.tsx";
import { OutgoingNote } from "./outgoing-note.tsx";
import { Media } from "./media.tsx";
import { MessageWords } from "./message-words.tsx";
import { MessageFooter, type FooterPlacement } from "./message-footer.tsx";
import { Reactions } from "./reactions.tsx";
import { ReplyQuote } from "./reply-quote.tsx";
import { OtherContent } from "./other-content.tsx";
import { UploadRing } from "./upload-ring.tsx";

interface PostProps {
  readonly row: PostRow;
  /** Whether the posts of others show their sender, as in groups. */
  readonly showSender: boolean;
  readonly onGo: (message_id: number) => void;
  readonly onCommand: ((command: string) => void) | undefined;
  /** Shown in the bubble, below the sender. */
  readonly heading?: ReactNode;
  /** Shown beside the bubble. */
  readonly aside?: ReactNode;
  /** Shown in place of the time. */
  readonly footer?: ReactNode;
}

export function Post({ row, showSender, onGo, onCommand, heading, aside, footer }: PostProps) {
  const [message] = row.messages;
  const speaker = senderOf(message);
  const hasAvatar = showSender && !row.isOwn;
  const keyboard = inlineOf(message);
  return (
    <div className={classes("flex w-full items-end gap-2", row.isOwn && "justify-end")}>
      {hasAvatar && <div className="w-8 shrink-0">{row.last && <SpeakerAvatar speaker={speaker} />}</div>}
      <div className={classes("flex min-w-0 max-w-[min(85%,34rem)] flex-col", row.isOwn ? "items-end" : "items-start")}>
        <Bubble row={row} hasAvatar={hasAvatar} onGo={onGo} onCommand={onCommand} heading={heading} footer={footer} />
        {hasReactions(message) && <Reactions message={message} />}
        {keyboard && <InlineKeyboard chat_id={message.chat.id} message_id={message.message_id} markup={keyboard} />}
        {row.outgoing && <OutgoingNote outgoing={row.outgoing} />}
      </div>
      {/* Beside a text that grows, it stays in view at the end. */}
      <div className={classes(footer === undefined && "self-center", row.isOwn && "-order-1")}>{aside}</div>
    </div>
  );
}

/** An anonymous administrator's message shows the photo of the chat. */
function SpeakerAvatar({ speaker: { id, name, user } }: { readonly speaker: ShownSender }) {
  const chat = useClientState((state) => (user ? undefined : state.chats?.[id]?.photo));
  return <Avatar id={id} name={name} photo={user?.photo ?? chat} size="small" />;
}

function inlineOf({ reply_markup }: Message): InlineKeyboardMarkup | undefined {
  return reply_markup && "inline_keyboard" in reply_markup ? reply_markup : undefined;
}

interface BubbleProps extends Omit<PostProps, "showSender" | "aside"> {
  readonly hasAvatar: boolean;
}

function Bubble({ row, hasAvatar, onGo, onCommand, heading, footer }: BubbleProps) {
  const [message] = row.messages;
  const worded = captionMessage(row.messages);
  const { text } = textOf(worded);
  const captionAbove = isCaptionAbove(row, text);
  const placement = footerPlacement(message, captionAbove ? "" : text);
  const body = text !== "" && <MessageWords message={worded} onCommand={onCommand} />;
  const preview = previewOf(message);
  return (
    <div data-bubble={isBubbleless(message) ? undefined : true} className={bubbleClasses(row, message, text)}>
      {hasAvatar && row.first && <SpeakerName message={message} />}
      {heading}
      {message.forward_origin && <ForwardedFrom message={message} />}
      {message.external_reply && <ExternalQuote reply={message.external_reply} quote={message.quote} own={row.isOwn} />}
      {message.reply_to_message && (
        <ReplyQuote message={message.reply_to_message} quote={message.quote} own={row.isOwn} onGo={onGo} />
      )}
      {captionAbove && <div className="px-1.5 pb-1">{body}</div>}
      <Files row={row} />
      <OtherContent message={message} own={row.isOwn} />
      {preview?.isAbove && <LinkPreview preview={preview} />}
      <div className={text === "" || captionAbove ? undefined : textClasses(message)}>
        {!captionAbove && body}
        {preview && !preview.isAbove && <LinkPreview preview={preview} />}
        {footer ?? <MessageFooter row={row} placement={placement} />}
      </div>
    </div>
  );
}

/** Whether the caption of a picture is shown above it. */
function isCaptionAbove({ messages }: PostRow, text: string): boolean {
  return text !== "" && isPicture(messages[0]) && captionMessage(messages).show_caption_above_media === true;
}

function textClasses(message: Message): string {
  // Beside large emoji, the footer is aligned to their lower edge.
  const large = largeEmojiOf(message) > 0 && "flex items-end justify-between";
  return classes(fileOf(message) && "pt-1", isPicture(message) && "px-1.5 pt-1", large);
}

/** Inline after text, over a picture without a caption, or beside the last line of a file. */
function footerPlacement(message: Message, text: string): FooterPlacement {
  if (text !== "") return "inline";
  if (isPicture(message) || isBubbleless(message)) return "overlay";
  return fileOf(message) ? "beside" : "inline";
}

/** A video message or dice without a quote or forward header has no bubble. */
function isBubbleless(message: Message): boolean {
  const { dice, reply_to_message, external_reply, forward_origin } = message;
  return (
    (dice !== undefined || layoutOf(message) === "disc") && !reply_to_message && !external_reply && !forward_origin
  );
}

/** Consecutive posts of one sender have small corner radii on the sender's side. */
function bubbleClasses(row: PostRow, message: Message, text: string): string {
  const picture = isPicture(message);
  return classes(
    // Combining marks far above and below a letter end at the edge of the bubble.
    "relative min-w-0 max-w-full overflow-clip rounded-2xl px-3 py-1.5 shadow-xs shadow-shade",
    row.isOwn ? "bg-own [--accent:var(--own-accent)]" : "bg-theirs",
    row.isOwn ? [!row.first && "rounded-se-md", "rounded-ee-md"] : [!row.first && "rounded-ss-md", "rounded-es-md"],
    picture && "p-1 [&>p]:px-1.5",
    // The caption is as wide as the picture.
    picture && text !== "" && "w-min min-w-56",
    isBubbleless(message) && "bg-transparent p-0 shadow-none",
  );
}

function SpeakerName({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { id, name, user } = senderOf(message);
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
  return layoutOf(message) === "picture";
}
