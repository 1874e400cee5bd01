/** The items of a message's menu that begin a reply: here, in the private chat with its author, or in another chat. */
import { Trans } from "@lingui/react/macro";
import { MessageSquareReply, Reply, ReplyAll, TextQuote } from "lucide-react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { captionMessage } from "../../core/model/messages/content.ts";
import type { Quote } from "../../core/model/messages/quote.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { privateAuthor } from "../../core/model/rights/message-permissions.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import { useProtectedContentReason } from "./use-protected-content-reason.ts";
import { useReply } from "./use-reply.ts";
import { replyTo, useReplyElsewhere } from "./use-reply-elsewhere.ts";

interface ReplyItemsProps {
  readonly chat: ChatDetails;
  readonly messages: readonly [Message, ...Message[]];
  /** The selected text of the message, to be quoted. */
  readonly quote: Quote | undefined;
}

/** Replying is possible if any kind of message may be sent, for example a photo without text. */
export function ReplyItems({ chat, messages, quote }: ReplyItemsProps) {
  const reply = useReply(chat.chat.id);
  const reason = useSendDisabledReasons(chat).anything();
  return (
    <>
      {quote && (
        <MenuItem
          icon={<TextQuote aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => reply(captionMessage(messages), quote)}
          reason={reason}
        >
          <Trans>Quote</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={<Reply aria-hidden className="rtl:-scale-x-100" />}
        onSelect={() => reply(messages[0])}
        reason={reason}
      >
        <Trans>Reply</Trans>
      </MenuItem>
    </>
  );
}

/** A reply in another chat shows there whose message it is, as a forward does, so it needs what a forward needs. */
export function ReplyElsewhereItems({ chat, messages, quote }: ReplyItemsProps) {
  const { store } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const reply = useReplyElsewhere();
  const showErrorToast = useErrorToast();
  const reason = useProtectedContentReason(messages);
  const author = privateAuthor(messages[0], chat.chat, me);
  const to = replyTo(messages, quote);
  return (
    <>
      {author && (
        <MenuItem
          icon={<MessageSquareReply aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => {
            const target = { id: author.id, title: nameOf(author), photo: author.photo };
            void reply(to, target).catch(showErrorToast);
          }}
          reason={reason}
        >
          <Trans>Reply in private</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={<ReplyAll aria-hidden className="rtl:-scale-x-100" />}
        onSelect={() => store.setState({ replying_elsewhere: to })}
        reason={reason}
      >
        <Trans>Reply in another chat…</Trans>
      </MenuItem>
    </>
  );
}
