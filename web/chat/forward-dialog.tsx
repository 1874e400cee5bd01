/** Chooses the chats in which messages are shown again. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Client } from "../client/client.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import { selectNothing } from "../store/selection.ts";
import type { ChatRow } from "../store/state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT_LOOK } from "../ui/field.tsx";
import { ReasonedButton } from "../ui/reasoned-button.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { useComplain } from "../rights/use-sentence.ts";
import { placeOf, useOthers, useReachable, type ForwardPlace } from "./forward-places.ts";

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
  const [chosen, setChosen] = useState<readonly ForwardPlace[]>([]);
  const [silent, setSilent] = useState(false);
  const reason = chosen.length === 0 ? t`Choose a chat first.` : undefined;
  const { forward, busy } = useForward(messages, onClose);
  const isChosen = ({ id }: ForwardPlace) => chosen.some((each) => each.id === id);
  const toggle = (place: ForwardPlace) =>
    setChosen((before) => (isChosen(place) ? before.filter(({ id }) => id !== place.id) : [...before, place]));
  return (
    <form
      className="flex min-h-0 flex-col gap-3 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) forward(chosen, silent);
      }}
    >
      <div className="px-5">
        <input
          type="search"
          aria-label={t`Search chats and people`}
          placeholder={t`Search chats and people`}
          autoFocus
          autoComplete="off"
          className={INPUT_LOOK}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Choices query={query} messages={messages} isChosen={isChosen} onToggle={toggle} />
      <div className="flex flex-col gap-3 px-5">
        <CheckLine checked={silent} onChange={setSilent}>
          <Trans>Without a sound</Trans>
        </CheckLine>
        <div className="flex justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ReasonedButton type="submit" reason={reason} busy={busy}>
            <Plural value={messages.length} one="Forward # message" other="Forward # messages" />
          </ReasonedButton>
        </div>
      </div>
    </form>
  );
}

interface ChoicesProps {
  readonly query: string;
  readonly messages: readonly Message[];
  readonly isChosen: (place: ForwardPlace) => boolean;
  readonly onToggle: (place: ForwardPlace) => void;
}

function Choices({ query, messages, isChosen, onToggle }: ChoicesProps) {
  const { t } = useLingui();
  const rows = useReachable(query);
  const others = useOthers(query);
  return (
    <ul aria-label={t`Chats to forward to`} className="min-h-32 flex-1 overflow-y-auto px-3">
      {rows.map((row) => (
        <li key={row.chat.id}>
          <ChatChoice
            row={row}
            messages={messages}
            checked={isChosen(placeOf(row))}
            onChange={() => onToggle(placeOf(row))}
          />
        </li>
      ))}
      {others.map((place) => (
        <li key={place.id}>
          <Choice place={place} checked={isChosen(place)} onChange={() => onToggle(place)} />
        </li>
      ))}
    </ul>
  );
}

interface ChatChoiceProps {
  readonly row: ChatRow;
  readonly messages: readonly Message[];
  readonly checked: boolean;
  readonly onChange: () => void;
}

function ChatChoice({ row, messages, checked, onChange }: ChatChoiceProps) {
  const reason = useWhyNotSend(row).forward(messages);
  return <Choice place={placeOf(row)} checked={checked} onChange={onChange} reason={reason} />;
}

interface ChoiceProps {
  readonly place: ForwardPlace;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly reason?: string | undefined;
}

function Choice({ place: { id, title, photo, join }, checked, onChange, reason }: ChoiceProps) {
  return (
    <CheckLine checked={checked} onChange={onChange} reason={reason} className="rounded-xl px-2 py-1.5 hover:bg-hover">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={title} photo={photo} size="small" />
        <span className="truncate font-medium" dir="auto">
          {title}
        </span>
        {join !== undefined && (
          <span className="shrink-0 text-sm text-soft">
            <Trans>you join it</Trans>
          </span>
        )}
      </span>
    </CheckLine>
  );
}

function useForward(messages: readonly Message[], onClose: () => void) {
  const { t } = useLingui();
  const client = useClient();
  const navigate = useNavigate();
  const notify = useNotice();
  const complain = useComplain();
  const [busy, setBusy] = useState(false);
  const run = async (places: readonly ForwardPlace[], silent: boolean) => {
    setBusy(true);
    const chat_ids = places.map(({ id }) => id);
    try {
      for (const place of places) await enter(client, place);
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
  return { busy, forward: (places: readonly ForwardPlace[], silent: boolean) => void run(places, silent) };
}

/** Opens the private chat with somebody, or joins a public group, where the person has no chat yet. */
async function enter({ chats, store }: Client, { id, join }: ForwardPlace): Promise<void> {
  if (store.getState().chats?.[id]) return;
  if (join === undefined) await chats.openChat(id);
  else await chats.joinChat({ username: join });
}
