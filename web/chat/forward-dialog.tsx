/** Chooses the chats in which messages are shown again. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { fits } from "../model/fits.ts";
import { titleOf } from "../model/names.ts";
import { selectNothing } from "../store/selection.ts";
import type { ChatRow } from "../store/state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT_LOOK } from "../ui/field.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { useComplain } from "../rights/use-sentence.ts";

export function ForwardDialog() {
  const { t } = useLingui();
  const { store } = useClient();
  const messages = useClientState((state) => state.forwarding);
  const close = () => store.setState({ forwarding: undefined });
  return (
    <Dialog open={messages !== undefined} onClose={close} title={t`Forward to`}>
      {messages && <ForwardForm messages={messages} onClose={close} />}
    </Dialog>
  );
}

interface ForwardFormProps {
  readonly messages: readonly Message[];
  readonly onClose: () => void;
}

function ForwardForm({ messages, onClose }: ForwardFormProps) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [silent, setSilent] = useState(false);
  const rows = useReachable(query);
  const { forward, busy } = useForward(messages, onClose);
  const toggle = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <form
      className="flex min-h-0 flex-col gap-3 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        forward(chosen, silent);
      }}
    >
      <div className="px-5">
        <input
          type="search"
          aria-label={t`Search chats`}
          placeholder={t`Search chats`}
          autoFocus
          autoComplete="off"
          className={INPUT_LOOK}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <ul aria-label={t`Chats to forward to`} className="min-h-32 flex-1 overflow-y-auto px-3">
        {rows.map((row) => (
          <li key={row.chat.id}>
            <ChatChoice row={row} checked={chosen.includes(row.chat.id)} onChange={() => toggle(row.chat.id)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 px-5">
        <CheckLine checked={silent} onChange={setSilent}>
          <Trans>Without a sound</Trans>
        </CheckLine>
        <div className="flex justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={chosen.length === 0 || busy}>
            <Plural value={messages.length} one="Forward # message" other="Forward # messages" />
          </Button>
        </div>
      </div>
    </form>
  );
}

interface ChatChoiceProps {
  readonly row: ChatRow;
  readonly checked: boolean;
  readonly onChange: () => void;
}

function ChatChoice({ row: { chat, photo }, checked, onChange }: ChatChoiceProps) {
  const title = titleOf(chat);
  return (
    <CheckLine checked={checked} onChange={onChange} className="rounded-xl px-2 py-1.5 hover:bg-hover">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar id={chat.id} name={title} photo={photo} size="small" />
        <span className="truncate font-medium" dir="auto">
          {title}
        </span>
      </span>
    </CheckLine>
  );
}

/** Chats in which the person may say anything. */
function useReachable(query: string): readonly ChatRow[] {
  const chats = useClientState((state) => state.chats) ?? {};
  const pinned = useClientState((state) => state.pinned_chats);
  return chatsInOrder(chats, pinned).filter(
    ({ chat, can, peer }) =>
      can?.send_text === null &&
      !(peer?.user.is_bot && peer.status !== "member") &&
      fits(query, titleOf(chat), chat.username),
  );
}

function useForward(messages: readonly Message[], onClose: () => void) {
  const { t } = useLingui();
  const client = useClient();
  const navigate = useNavigate();
  const notify = useNotice();
  const complain = useComplain();
  const [busy, setBusy] = useState(false);
  const run = async (chat_ids: readonly number[], silent: boolean) => {
    setBusy(true);
    try {
      await client.messages.forward(messages, chat_ids, silent);
      client.store.setState(selectNothing);
      onClose();
      if (chat_ids.length > 1) notify(t`Forwarded`);
      else await navigate({ to: "/chat/$chatId", params: { chatId: chat_ids[0]! } });
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, forward: (chat_ids: readonly number[], silent: boolean) => void run(chat_ids, silent) };
}
