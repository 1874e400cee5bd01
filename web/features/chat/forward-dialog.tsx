/** The dialog for choosing the chats to forward messages to. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { clearSelection } from "../../core/store/selection.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { addressOfTarget, ensureChat, isSameTarget, placeOfTarget, type ForwardTarget } from "./forward-targets.ts";
import { TargetList } from "./target-list.tsx";

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
  const [selected, setSelected] = useState<readonly ForwardTarget[]>([]);
  const [silent, setSilent] = useState(false);
  const reason = selected.length === 0 ? t`Choose a chat first.` : undefined;
  const { forward, busy } = useForward(messages, onClose);
  const isSelected = (target: ForwardTarget) => selected.some((each) => isSameTarget(each, target));
  const toggle = (target: ForwardTarget) =>
    setSelected((before) =>
      isSelected(target) ? before.filter((each) => !isSameTarget(each, target)) : [...before, target],
    );
  return (
    <form
      className="flex min-h-0 flex-col gap-3 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) forward(selected, silent);
      }}
    >
      <TargetList
        label={t`Chats to forward to`}
        messages={messages}
        renderOption={({ target, reason: refusal, content }) => (
          <Checkbox
            checked={isSelected(target)}
            onChange={() => toggle(target)}
            reason={refusal}
            className="rounded-xl px-2 py-1.5 hover:bg-hover"
          >
            {content}
          </Checkbox>
        )}
      />
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

function useForward(messages: readonly Message[], onClose: () => void) {
  const { t } = useLingui();
  const client = useClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  const [busy, setBusy] = useState(false);
  const forwardTo = async (targets: readonly ForwardTarget[], silent: boolean) => {
    setBusy(true);
    try {
      for (const target of targets) await ensureChat(client, target);
      await client.messages.forward(messages, targets.map(placeOfTarget), silent);
      client.store.setState(clearSelection);
      onClose();
      if (targets.length > 1) showToast(t`Forwarded`);
      else await navigate(addressOfTarget(targets[0]!));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, forward: (targets: readonly ForwardTarget[], silent: boolean) => void forwardTo(targets, silent) };
}
