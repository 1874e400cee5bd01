/** What can be done with a message. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Pencil, Reply, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { focusComposer } from "../composer/focus.ts";
import { mayDelete, mayEdit } from "../model/may.ts";
import { wordsOf } from "../model/content.ts";
import { draftToEdit, draftToReply } from "../store/drafts.ts";
import type { ChatRow } from "../store/state.ts";
import { Alert } from "../ui/alert.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useNotice } from "../ui/toasts.tsx";
import type { MessageMenuState } from "./use-message-menu.ts";

interface MessageMenuProps {
  readonly chat: ChatRow;
  readonly menu: MessageMenuState;
}

export function MessageMenu({ chat, menu }: MessageMenuProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<readonly Message[]>();
  const { row } = menu;
  return (
    <>
      <Menu
        label={t`What to do with this message`}
        open={row !== undefined}
        onOpenChange={(open) => !open && menu.close()}
        {...(menu.anchor ? { anchor: menu.anchor } : {})}
      >
        {row && <Items chat={chat} messages={row.messages} own={row.own} onDelete={() => setDeleting(row.messages)} />}
      </Menu>
      <DeleteAlert messages={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

interface ItemsProps {
  readonly chat: ChatRow;
  readonly messages: readonly [Message, ...Message[]];
  readonly own: boolean;
  readonly onDelete: () => void;
}

function Items({ chat, messages, own, onDelete }: ItemsProps) {
  const { drafts } = useClient();
  const [message] = messages;
  const { text } = wordsOf(messages.find((each) => wordsOf(each).text !== "") ?? message);
  const edit = () => {
    drafts.changeDraft(chat.chat.id, (draft) => draftToEdit(draft, message));
    focusComposer();
  };
  const reply = () => {
    drafts.changeDraft(chat.chat.id, (draft) => draftToReply(draft, message));
    focusComposer();
  };
  return (
    <>
      {chat.can?.send_text === null && (
        <MenuItem icon={<Reply aria-hidden />} onSelect={reply}>
          <Trans>Reply</Trans>
        </MenuItem>
      )}
      {mayEdit(message, own) && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={edit}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      {text !== "" && (
        <MenuItem
          icon={<Copy aria-hidden />}
          onSelect={() => void navigator.clipboard?.writeText(text).catch(() => {})}
        >
          <Trans>Copy text</Trans>
        </MenuItem>
      )}
      {mayDelete(chat, own) && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          <Trans>Delete</Trans>
        </MenuItem>
      )}
    </>
  );
}

interface DeleteAlertProps {
  readonly messages: readonly Message[] | undefined;
  readonly onClose: () => void;
}

function DeleteAlert({ messages, onClose }: DeleteAlertProps) {
  const { t } = useLingui();
  const client = useClient();
  const notify = useNotice();
  const doDelete = () => {
    const [first] = messages ?? [];
    if (!first) return;
    const ids = messages!.map(({ message_id }) => message_id);
    client.messages.deleteMessages(first.chat.id, ids).catch((error: unknown) => notify(sentenceOf(error)));
  };
  return (
    <Alert
      open={messages !== undefined}
      onClose={onClose}
      title={t`Delete this message?`}
      close={t`Cancel`}
      deed={{ label: t`Delete`, onDo: doDelete }}
    >
      <Trans>It is deleted for everybody in this chat.</Trans>
    </Alert>
  );
}
