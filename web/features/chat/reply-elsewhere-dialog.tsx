/** The dialog for choosing the chat in which to reply to a message of this one. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import type { ForwardTarget } from "./forward-targets.ts";
import { TargetList } from "./target-list.tsx";
import { useReplyElsewhere } from "./use-reply-elsewhere.ts";

export function ReplyElsewhereDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { store } = useClient();
  const to = useClientState((state) => state.replying_elsewhere);
  const reply = useReplyElsewhere();
  const showErrorToast = useErrorToast();
  const [busy, setBusy] = useState(false);
  const choose = async (target: ForwardTarget) => {
    setBusy(true);
    try {
      if (to) await reply(to, target);
      store.setState({ replying_elsewhere: undefined });
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t`Reply in`}>
      <div className="flex min-h-0 flex-col gap-3 pb-5">
        <TargetList
          label={t`Chats to reply in`}
          messages={[]}
          renderOption={({ target, reason, content }) => (
            <ButtonWithReason
              variant="plain"
              reason={reason}
              busy={busy}
              onClick={() => void choose(target)}
              className="w-full justify-start px-2 py-1.5"
            >
              {content}
            </ButtonWithReason>
          )}
        />
      </div>
    </Dialog>
  );
}
