/** The message of another chat to which one replies, in two lines. It leads there if the reader has that chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ExternalReplyInfo, Message } from "@heliogram/shared/wire.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { kindOf } from "../../core/model/messages/content.ts";
import { colourOf, nameOf, titleOf } from "../../core/model/people/names.ts";
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { usePreview } from "./preview.ts";

interface ExternalQuoteProps {
  readonly reply: ExternalReplyInfo;
  readonly quote: Message["quote"];
  /** Whether it is shown in one of the user's own messages. */
  readonly own: boolean;
}

export function ExternalQuote({ reply, quote, own }: ExternalQuoteProps) {
  const { t } = useLingui();
  const preview = usePreview();
  const { chat, message_id } = reply;
  const { id, name } = authorOf(reply);
  const isThere = useClientState(({ chats }) => chat !== undefined && chats?.[chat.id] !== undefined);
  const colour = `var(--name-${colourOf(id)})`;
  // It has the fields of a message for what it contains; one without them was a text.
  const content = reply as unknown as Message;
  const words = quote
    ? hideSpoilers(quote.text, quote.entities ?? [])
    : kindOf(content) === "unknown"
      ? ""
      : preview(content).text;
  const place = chat ? titleOf(chat) : "";
  return (
    <Frame place={isThere && chat ? { chatId: chat.id, message: message_id } : undefined} own={own} colour={colour}>
      <span className="sr-only">
        <Trans>In reply to</Trans>{" "}
      </span>
      <span className="flex gap-x-1.5">
        <span className="truncate font-semibold" style={{ color: colour }} dir="auto">
          {name === "" ? t`a deleted chat` : name}
        </span>
        {place !== "" && place !== name && (
          <span className="truncate text-soft" dir="auto">
            {place}
          </span>
        )}
      </span>
      {words !== "" && (
        <span className="block truncate" dir="auto">
          {words}
        </span>
      )}
    </Frame>
  );
}

/** Whose message it is, as the reply shows it. */
export function authorOf({ origin }: ExternalReplyInfo): { readonly id: number; readonly name: string } {
  const chat = origin.chat ?? origin.sender_chat;
  if (chat) return { id: chat.id, name: titleOf(chat) };
  return { id: origin.sender_user?.id ?? 0, name: origin.sender_user ? nameOf(origin.sender_user) : "" };
}

interface FrameProps {
  readonly place: { readonly chatId: number; readonly message: number | undefined } | undefined;
  readonly own: boolean;
  readonly colour: string;
  readonly children: ReactNode;
}

function Frame({ place, own, colour, children }: FrameProps) {
  const tabIndex = useTabIndex();
  const className = classes(
    "mb-1 block w-full min-w-32 max-w-full rounded-md border-s-3 px-2 py-1 text-start text-sm leading-snug",
    own ? "bg-surface/50" : "bg-hover",
  );
  const style = { borderColor: colour };
  if (!place) {
    return (
      <span className={className} style={style}>
        {children}
      </span>
    );
  }
  const { chatId, message } = place;
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId }}
      search={message === undefined ? {} : { message }}
      tabIndex={tabIndex}
      className={className}
      style={style}
    >
      {children}
    </Link>
  );
}
