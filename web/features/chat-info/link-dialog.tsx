/** The dialog for creating an invite link with a name, an expiry date, a member limit or approval of each join. */
import { MAX_LINK_MEMBERS, MAX_LINK_NAME } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { chatKey } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { UntilField } from "./until-field.tsx";
import { useMissingEndReason } from "./use-missing-end-reason.ts";

interface LinkDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function LinkDialog({ open, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Make a link`}>
      <LinkForm onClose={onClose} />
    </Dialog>
  );
}

function LinkForm({ onClose }: Pick<LinkDialogProps, "onClose">) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const queries = useQueryClient();
  const [until, setUntil] = useState<number | undefined>(0);
  const missingEnd = useMissingEndReason(until);
  const [needsApproval, setNeedsApproval] = useState(false);
  const form = useForm(async ({ name = "", limit = "" }) => {
    if (missingEnd !== undefined) return;
    const people = Number(limit);
    await api.call("createChatInviteLink", {
      chat_id: chat.id,
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(until ? { expire_date: until } : {}),
      ...(needsApproval ? { creates_join_request: true } : {}),
      ...(people > 0 ? { member_limit: people } : {}),
    });
    void refetchAfterChange(queries, chatKey(chat.id));
    onClose();
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 overflow-y-auto px-5 pb-5">
      <TextField
        label={t`Name`}
        name="name"
        maxLength={MAX_LINK_NAME}
        autoComplete="off"
        dir="auto"
        hint={t`Only administrators see it.`}
      />
      <UntilField label={t`Works for`} forever={t`Without an end`} onChange={setUntil} />
      <ApprovalFields needsApproval={needsApproval} onChange={setNeedsApproval} />
      <FormError error={form.error} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ButtonWithReason type="submit" reason={missingEnd} busy={form.busy}>
          <Trans>Make the link</Trans>
        </ButtonWithReason>
      </div>
    </form>
  );
}

interface ApprovalFieldsProps {
  readonly needsApproval: boolean;
  readonly onChange: (needsApproval: boolean) => void;
}

/** Either a limit on the number of people, or approval of each by an administrator. */
function ApprovalFields({ needsApproval, onChange }: ApprovalFieldsProps) {
  const { t } = useLingui();
  const [limit, setLimit] = useState("");
  return (
    <>
      <Switch
        label={t`Ask before joining`}
        hint={t`Who opens the link asks to join, and administrators let them in.`}
        checked={needsApproval}
        onChange={onChange}
      />
      <TextField
        label={t`How many people may come by it`}
        hint={needsApproval ? t`Any number may ask: each of them is let in or declined.` : undefined}
        name="limit"
        value={needsApproval ? "" : limit}
        onChange={(event) => setLimit(event.target.value)}
        readOnly={needsApproval}
        type="number"
        min={1}
        max={MAX_LINK_MEMBERS}
        inputMode="numeric"
        placeholder={t`Any number`}
      />
    </>
  );
}
