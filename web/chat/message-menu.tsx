/** What can be done with a message. */
import { Trans, useLingui } from "@lingui/react/macro";
import {
  CircleCheck,
  Copy,
  Forward,
  Link,
  Pencil,
  Pin,
  PinOff,
  Reply,
  TextQuote,
  TextSelect,
  Trash2,
} from "lucide-react";
import { memo, useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useAddress } from "../client/address.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { focusComposer } from "../composer/focus.ts";
import { mayEdit, refusalToDelete } from "../model/may.ts";
import { spokenOf, wordsOf } from "../model/content.ts";
import type { Quote } from "../model/quote.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import { draftToEdit, draftToReply } from "../store/drafts.ts";
import { select } from "../store/selection.ts";
import type { ChatDetails } from "../store/state.ts";
import { useCopy } from "../ui/copying.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { DeleteAlert } from "./delete-alert.tsx";
import { linkOf } from "./link.ts";
import { isRead, ReadersDialog, ReadersItem } from "./readers.tsx";
import type { SelectedWords } from "./selected-words.ts";
import type { OpenMessageMenu } from "./use-message-menu.ts";
import { usePins } from "./use-pins.ts";
import { useComplain } from "../rights/use-sentence.ts";
import { useSealed } from "./use-sealed.ts";

interface MessageMenuProps {
  readonly chat: ChatDetails;
  readonly open: OpenMessageMenu | undefined;
  readonly onClose: () => void;
}

/** Stands beside the list, and is not drawn with every message that comes. */
export const MessageMenu = memo(function MessageMenu({ chat, open, onClose }: MessageMenuProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<readonly number[]>();
  const [reading, setReading] = useState<Message>();
  const row = open?.row;
  return (
    <>
      <Menu
        label={t`What to do with this message`}
        open={row !== undefined}
        onOpenChange={(stays) => !stays && onClose()}
        {...(open ? { anchor: open.anchor } : {})}
      >
        {row && (
          <Items
            chat={chat}
            messages={row.messages}
            selected={open?.selected}
            own={row.own}
            onDelete={() => setDeleting(row.messages.map(({ message_id }) => message_id))}
            onReaders={() => setReading(row.messages[0])}
          />
        )}
      </Menu>
      <DeleteAlert chat_id={chat.chat.id} ids={deleting} onClose={() => setDeleting(undefined)} />
      <ReadersDialog message={reading} onClose={() => setReading(undefined)} />
    </>
  );
});

interface ItemsProps {
  readonly chat: ChatDetails;
  readonly messages: readonly [Message, ...Message[]];
  readonly selected: SelectedWords | undefined;
  readonly own: boolean;
  readonly onDelete: () => void;
  readonly onReaders: () => void;
}

function Items({ chat, messages, selected, own, onDelete, onReaders }: ItemsProps) {
  const { drafts, store } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const [message] = messages;
  const chat_id = chat.chat.id;
  const whyNotSend = useWhyNotSend(chat);
  const whyNotHere = useWhyNot();
  const whyNot = (refusal: string | null) => (refusal === null ? undefined : whyNotHere(refusal, chat));
  const sealed = useSealed(messages);
  const deletable = refusalToDelete(message, chat, me);
  const edit = () => {
    drafts.changeDraft(chat_id, (draft) => draftToEdit(draft, message));
    focusComposer();
  };
  const ids = messages.map(({ message_id }) => message_id);
  return (
    <>
      {chat.can && <ReplyItems chat={chat} messages={messages} quote={selected?.quote} />}
      {mayEdit(message, chat, me) && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={edit} reason={whyNotSend.edit(message)}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      <CopyItems chat={chat} messages={messages} selected={selected} />
      {chat.can && <PinItem message={message} reason={whyNot(chat.can.pin_messages)} />}
      <MenuItem
        icon={<Forward aria-hidden className="rtl:-scale-x-100" />}
        onSelect={() => store.setState({ forwarding: messages })}
        reason={sealed}
      >
        <Trans>Forward</Trans>
      </MenuItem>
      <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => store.setState(select(chat_id, ids))}>
        <Trans>Choose</Trans>
      </MenuItem>
      {own && isRead(chat) && <ReadersItem message={message} onSelect={onReaders} />}
      {deletable !== undefined && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete} reason={whyNot(deletable)}>
          <Trans>Delete</Trans>
        </MenuItem>
      )}
    </>
  );
}

interface ReplyItemsProps extends Pick<ItemsProps, "chat" | "messages"> {
  /** What was selected of the message, to be quoted. */
  readonly quote: Quote | undefined;
}

/** One answers with whatever one may send: a photo without words is an answer too. */
function ReplyItems({ chat, messages, quote }: ReplyItemsProps) {
  const { drafts } = useClient();
  const reason = useWhyNotSend(chat).anything();
  const reply = (to: Message, words?: Quote) => {
    drafts.changeDraft(chat.chat.id, (draft) => draftToReply(draft, to, words));
    focusComposer();
  };
  return (
    <>
      {quote && (
        <MenuItem
          icon={<TextQuote aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => reply(spokenOf(messages), quote)}
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

function CopyItems({ chat, messages, selected }: Pick<ItemsProps, "chat" | "messages" | "selected">) {
  const { t } = useLingui();
  const copy = useCopy();
  const [message] = messages;
  const sealed = useSealed(messages);
  const { text } = wordsOf(spokenOf(messages));
  const link = linkOf(chat.chat, message.message_id, useAddress());
  return (
    <>
      {selected && (
        <MenuItem
          icon={<TextSelect aria-hidden />}
          onSelect={() => void copy(selected.words, t`The text is copied.`)}
          reason={sealed}
        >
          <Trans>Copy selected text</Trans>
        </MenuItem>
      )}
      {text !== "" && (
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy(text, t`The text is copied.`)} reason={sealed}>
          <Trans>Copy text</Trans>
        </MenuItem>
      )}
      {link !== undefined && (
        <MenuItem icon={<Link aria-hidden />} onSelect={() => void copy(link, t`The link is copied.`)}>
          <Trans>Copy link</Trans>
        </MenuItem>
      )}
    </>
  );
}

interface PinItemProps {
  readonly message: Message;
  readonly reason: string | undefined;
}

function PinItem({ message, reason }: PinItemProps) {
  const { api } = useClient();
  const complain = useComplain();
  const { pins } = usePins(message.chat.id);
  const pinned = pins.some(({ message_id }) => message_id === message.message_id);
  const change = () => {
    const place = { chat_id: message.chat.id, message_id: message.message_id };
    api.call(pinned ? "unpinChatMessage" : "pinChatMessage", place).catch(complain);
  };
  return (
    <MenuItem icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} onSelect={change} reason={reason}>
      {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
    </MenuItem>
  );
}
