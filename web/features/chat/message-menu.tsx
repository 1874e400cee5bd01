/** The context menu of a message. */
import { Trans, useLingui } from "@lingui/react/macro";
import {
  CircleCheck,
  Code,
  Copy,
  Forward,
  Heart,
  Link,
  Link2Off,
  Pencil,
  Pin,
  PinOff,
  SmilePlus,
  TextSelect,
  Trash2,
  Workflow,
} from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { memo, useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { usePublicAddress } from "../../core/client/use-public-address.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { focusComposer } from "../composer/focus.ts";
import { canEdit, refusalToDelete } from "../../core/model/rights/message-permissions.ts";
import { captionMessage, textOf } from "../../core/model/messages/content.ts";
import { previewOf } from "../../core/model/messages/link-preview.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import { startEditing } from "../../core/store/drafts.ts";
import { selectMessages } from "../../core/store/selection.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { lateOverlay } from "../../ui/late-component.tsx";
import type { PostRow } from "../../core/model/messages/rows.ts";
import { Menu, MenuItem, type MenuAnchor } from "../../ui/overlays/menu.tsx";
import { DeleteAlert } from "./delete-alert.tsx";
import { developerSearch } from "../../core/model/chats/developer-search.ts";
import { messageLink } from "./message-link.ts";
import { showsReaders, ReadersDialog, ReadersItem } from "./readers.tsx";
import { ReplyElsewhereItems, ReplyItems } from "./reply-items.tsx";
import type { SelectedText } from "./selected-text.ts";
import type { OpenMessageMenu } from "./use-message-menu.ts";
import { useIsDeveloperPaneOpen } from "./use-open-panels.ts";
import { usePins } from "./use-pins.ts";
import { useDeveloperAccess } from "../console/use-console.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useProtectedContentReason } from "./use-protected-content-reason.ts";

interface MessageMenuProps {
  readonly chat: ChatDetails;
  readonly open: OpenMessageMenu | undefined;
  readonly onClose: () => void;
  readonly onReact: (row: PostRow, anchor: MenuAnchor) => void;
}

const ReactorsDialog = lateOverlay(async () => (await import("./reactors-dialog.tsx")).ReactorsDialog);

/** Memoised, so that it does not render with every new message. */
export const MessageMenu = memo(function MessageMenu({ chat, open, onClose, onReact }: MessageMenuProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<readonly number[]>();
  const [reading, setReading] = useState<Message>();
  const [reacted, setReacted] = useState<Message>();
  const row = open?.row;
  return (
    <>
      <Menu
        label={t`What to do with this message`}
        open={row !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        {...(open ? { anchor: open.anchor } : {})}
      >
        {row && (
          <MenuItems
            chat={chat}
            messages={row.messages}
            selected={open?.selected}
            own={row.isOwn}
            onDelete={() => setDeleting(row.messages.map(({ message_id }) => message_id))}
            onReaders={() => setReading(row.messages[0])}
            onReact={() => onReact(row, open!.anchor)}
            onReactors={() => setReacted(row.messages[0])}
          />
        )}
      </Menu>
      <DeleteAlert chat_id={chat.chat.id} ids={deleting} onClose={() => setDeleting(undefined)} />
      <ReactorsDialog open={reacted !== undefined} message={reacted} onClose={() => setReacted(undefined)} />
      <ReadersDialog message={reading} onClose={() => setReading(undefined)} />
    </>
  );
});

interface ItemsProps {
  readonly chat: ChatDetails;
  readonly messages: readonly [Message, ...Message[]];
  readonly selected: SelectedText | undefined;
  readonly own: boolean;
  readonly onDelete: () => void;
  readonly onReaders: () => void;
  readonly onReact: () => void;
  readonly onReactors: () => void;
}

function MenuItems(props: ItemsProps) {
  const { chat, messages, selected, own, onDelete, onReaders } = props;
  const { drafts, store } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const [message] = messages;
  const chat_id = chat.chat.id;
  const place = usePlace(chat_id);
  const sendDisabledReasons = useSendDisabledReasons(chat);
  const reasonFor = useDisabledReason();
  const disabledReason = (refusal: string | null) => (refusal === null ? undefined : reasonFor(refusal, chat));
  const protectedReason = useProtectedContentReason(messages);
  const deletable = refusalToDelete(message, chat, me);
  const edit = () => {
    drafts.changeDraft(place, (draft) => startEditing(draft, message, store.getState().markdown));
    focusComposer();
  };
  const ids = messages.map(({ message_id }) => message_id);
  return (
    <>
      <ReactionItems {...props} />
      {chat.can && <ReplyItems chat={chat} messages={messages} quote={selected?.quote} />}
      {chat.can && <ReplyElsewhereItems chat={chat} messages={messages} quote={selected?.quote} />}
      {canEdit(message, chat, me) && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={edit} reason={sendDisabledReasons.edit(message)}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      {canEdit(message, chat, me) && previewOf(message) && (
        <RemovePreviewItem message={message} reason={sendDisabledReasons.edit(message)} />
      )}
      <CopyItems chat={chat} messages={messages} selected={selected} />
      {chat.can && <PinItem message={message} reason={disabledReason(chat.can.pin_messages)} />}
      <MenuItem
        icon={<Forward aria-hidden className="rtl:-scale-x-100" />}
        onSelect={() => store.setState({ forwarding: messages })}
        reason={protectedReason}
      >
        <Trans>Forward</Trans>
      </MenuItem>
      <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => store.setState(selectMessages(chat_id, ids))}>
        <Trans>Choose</Trans>
      </MenuItem>
      <DeveloperItem chat={chat} message={message} />
      {own && showsReaders(chat) && <ReadersItem message={message} onSelect={onReaders} />}
      {deletable !== undefined && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete} reason={disabledReason(deletable)}>
          <Trans>Delete</Trans>
        </MenuItem>
      )}
    </>
  );
}

function RemovePreviewItem({ message, reason }: { readonly message: Message; readonly reason: string | undefined }) {
  const { messages } = useClient();
  const showErrorToast = useErrorToast();
  const { text, entities } = textOf(message);
  const remove = () => void messages.editText(message, { text, entities: [...entities] }, true).catch(showErrorToast);
  return (
    <MenuItem icon={<Link2Off aria-hidden />} onSelect={remove} reason={reason}>
      <Trans>Remove the link preview</Trans>
    </MenuItem>
  );
}

/** To react, and to see who has. Channels do not say who. */
function ReactionItems({ chat, messages: [message], onReact, onReactors }: ItemsProps) {
  const reasonFor = useDisabledReason();
  const refusal = chat.can?.react;
  return (
    <>
      {chat.can && (
        <MenuItem
          icon={<SmilePlus aria-hidden />}
          onSelect={onReact}
          reason={refusal ? reasonFor(refusal, chat) : undefined}
        >
          <Trans>React</Trans>
        </MenuItem>
      )}
      {chat.can && message.reactions && chat.chat.type !== "channel" && (
        <MenuItem icon={<Heart aria-hidden />} onSelect={onReactors}>
          <Trans>Who has reacted</Trans>
        </MenuItem>
      )}
    </>
  );
}

/**
 * To the call that has sent the message, and to the updates about it, for who sees the developer's pages: in the panel
 * beside the chat if it is open.
 */
function DeveloperItem({ chat: { chat }, message }: Pick<ItemsProps, "chat"> & { readonly message: Message }) {
  const navigate = useNavigate();
  const me = useClientState((state) => state.me);
  const isBeside = useIsDeveloperPaneOpen();
  const access = useDeveloperAccess();
  if (!me || (access !== "all" && access !== "console")) return null;
  // The console does not record calls of people.
  const hasCall = access === "all" || message.from?.is_bot === true;
  const { message_id } = message;
  const params = { chatId: chat.id };
  const search = { ...developerSearch(chat, me), message: message_id, open: true } as const;
  const pane = { about: message_id, open: true } as const;
  const show = (what: "calls" | "updates") => {
    const updates = what === "updates";
    if (isBeside)
      return navigate({
        to: "/chat/$chatId/developer",
        params,
        search: updates ? { ...pane, show: "updates" } : pane,
      });
    return navigate({ to: updates ? "/developer/updates" : "/developer", search });
  };
  return (
    <>
      {hasCall && (
        <MenuItem icon={<Code aria-hidden />} onSelect={() => void show("calls")}>
          <Trans>Show the call</Trans>
        </MenuItem>
      )}
      <MenuItem icon={<Workflow aria-hidden />} onSelect={() => void show("updates")}>
        <Trans>Show the updates</Trans>
      </MenuItem>
    </>
  );
}

function CopyItems({ chat, messages, selected }: Pick<ItemsProps, "chat" | "messages" | "selected">) {
  const { t } = useLingui();
  const copy = useCopy();
  const [message] = messages;
  const protectedReason = useProtectedContentReason(messages);
  const { text } = textOf(captionMessage(messages));
  const link = messageLink(chat.chat, message, usePublicAddress());
  return (
    <>
      {selected && (
        <MenuItem
          icon={<TextSelect aria-hidden />}
          onSelect={() => void copy(selected.text, t`The text is copied.`)}
          reason={protectedReason}
        >
          <Trans>Copy selected text</Trans>
        </MenuItem>
      )}
      {text !== "" && (
        <MenuItem
          icon={<Copy aria-hidden />}
          onSelect={() => void copy(text, t`The text is copied.`)}
          reason={protectedReason}
        >
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
  const showErrorToast = useErrorToast();
  const { pins } = usePins(message.chat.id);
  const pinned = pins.some(({ message_id }) => message_id === message.message_id);
  const change = () => {
    const params = { chat_id: message.chat.id, message_id: message.message_id };
    api.call(pinned ? "unpinChatMessage" : "pinChatMessage", params).catch(showErrorToast);
  };
  return (
    <MenuItem icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} onSelect={change} reason={reason}>
      {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
    </MenuItem>
  );
}
