/** The dialog for choosing the chats to forward messages to. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Client } from "../../core/client/client.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import { clearSelection } from "../../core/store/selection.ts";
import type { ChatRow } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { targetOf, useOtherTargets, useForwardChats, type ForwardTarget } from "./forward-targets.ts";

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
  const [selected, setSelected] = useState<readonly ForwardTarget[]>([]);
  const [silent, setSilent] = useState(false);
  const reason = selected.length === 0 ? t`Choose a chat first.` : undefined;
  const { forward, busy } = useForward(messages, onClose);
  const isSelected = ({ id }: ForwardTarget) => selected.some((each) => each.id === id);
  const toggle = (target: ForwardTarget) =>
    setSelected((before) => (isSelected(target) ? before.filter(({ id }) => id !== target.id) : [...before, target]));
  return (
    <form
      className="flex min-h-0 flex-col gap-3 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) forward(selected, silent);
      }}
    >
      <div className="px-5">
        <input
          type="search"
          aria-label={t`Search chats and people`}
          placeholder={t`Search chats and people`}
          autoFocus
          autoComplete="off"
          className={INPUT_CLASS}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <TargetList query={query} messages={messages} isSelected={isSelected} onToggle={toggle} />
      <div className="flex flex-col gap-3 px-5">
        <Checkbox checked={silent} onChange={setSilent}>
          <Trans>Without a sound</Trans>
        </Checkbox>
        <div className="flex justify-end gap-2">
          <Button variant="plain" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ButtonWithReason type="submit" reason={reason} busy={busy}>
            <Plural value={messages.length} one="Forward # message" other="Forward # messages" />
          </ButtonWithReason>
        </div>
      </div>
    </form>
  );
}

interface TargetListProps {
  readonly query: string;
  readonly messages: readonly Message[];
  readonly isSelected: (target: ForwardTarget) => boolean;
  readonly onToggle: (target: ForwardTarget) => void;
}

function TargetList({ query, messages, isSelected, onToggle }: TargetListProps) {
  const { t } = useLingui();
  const rows = useForwardChats(query);
  const others = useOtherTargets(query);
  return (
    <ul ref={arrowList} aria-label={t`Chats to forward to`} className="min-h-32 flex-1 overflow-y-auto px-3">
      {rows.map((row) => (
        <li key={row.chat.id}>
          <ChatOption
            row={row}
            messages={messages}
            checked={isSelected(targetOf(row))}
            onChange={() => onToggle(targetOf(row))}
          />
        </li>
      ))}
      {others.map((target) => (
        <li key={target.id}>
          <TargetOption target={target} checked={isSelected(target)} onChange={() => onToggle(target)} />
        </li>
      ))}
    </ul>
  );
}

interface ChatOptionProps {
  readonly row: ChatRow;
  readonly messages: readonly Message[];
  readonly checked: boolean;
  readonly onChange: () => void;
}

function ChatOption({ row, messages, checked, onChange }: ChatOptionProps) {
  const reason = useSendDisabledReasons(row).forward(messages);
  return <TargetOption target={targetOf(row)} checked={checked} onChange={onChange} reason={reason} />;
}

interface TargetOptionProps {
  readonly target: ForwardTarget;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly reason?: string | undefined;
}

function TargetOption({
  target: { id, title, photo, username_to_join },
  checked,
  onChange,
  reason,
}: TargetOptionProps) {
  return (
    <Checkbox checked={checked} onChange={onChange} reason={reason} className="rounded-xl px-2 py-1.5 hover:bg-hover">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={title} photo={photo} size="small" />
        <span className="truncate font-medium" dir="auto">
          {title}
        </span>
        {username_to_join !== undefined && (
          <span className="shrink-0 text-sm text-soft">
            <Trans>you join it</Trans>
          </span>
        )}
      </span>
    </Checkbox>
  );
}

function useForward(messages: readonly Message[], onClose: () => void) {
  const { t } = useLingui();
  const client = useClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  const [busy, setBusy] = useState(false);
  const forwardTo = async (targets: readonly ForwardTarget[], silent: boolean) => {
    setBusy(true);
    const chat_ids = targets.map(({ id }) => id);
    try {
      for (const target of targets) await ensureChat(client, target);
      await client.messages.forward(messages, chat_ids, silent);
      client.store.setState(clearSelection);
      onClose();
      if (chat_ids.length > 1) showToast(t`Forwarded`);
      else await navigate({ to: "/chat/$chatId", params: { chatId: chat_ids[0]! } });
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, forward: (targets: readonly ForwardTarget[], silent: boolean) => void forwardTo(targets, silent) };
}

/** Opens a private chat or joins a public group, if the user is not in it yet. */
async function ensureChat({ chats, store }: Client, { id, username_to_join }: ForwardTarget): Promise<void> {
  if (store.getState().chats?.[id]) return;
  if (username_to_join === undefined) await chats.openChat(id);
  else await chats.joinChat({ username: username_to_join });
}
