/** Begins a reply in another chat than that of the message. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../../core/client/context.tsx";
import { captionMessage, textOf } from "../../core/model/messages/content.ts";
import { quoteOfWhole, type Quote, type ReplyTarget } from "../../core/model/messages/quote.ts";
import { startReply } from "../../core/store/drafts.ts";
import { focusComposer } from "../composer/focus.ts";
import { addressOfTarget, ensureChat, placeOfTarget, type ForwardTarget } from "./forward-targets.ts";

/** @param quote - the selected text; without it, the reply quotes the message from its beginning */
export function replyTo(messages: readonly [Message, ...Message[]], quote: Quote | undefined): ReplyTarget {
  const reply_to = captionMessage(messages);
  const { text, entities } = textOf(reply_to);
  const quoted = quote ?? quoteOfWhole(text, entities);
  return { reply_to, ...(quoted ? { quote: quoted } : {}) };
}

/** The function throws what the calls throw. */
export function useReplyElsewhere(): (to: ReplyTarget, where: ForwardTarget) => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  return async ({ reply_to, quote }, where) => {
    await ensureChat(client, where);
    if (reply_to) client.drafts.changeDraft(placeOfTarget(where), (draft) => startReply(draft, reply_to, quote));
    await navigate(addressOfTarget(where));
    focusComposer();
  };
}
