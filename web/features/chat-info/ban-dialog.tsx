/** The dialog for removing a member, with or without a ban for a time or for ever. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import type { MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { UntilField } from "./until-field.tsx";
import { useChatAction } from "./use-chat-action.ts";
import { useMissingEndReason } from "./use-missing-end-reason.ts";

interface BanDialogProps {
  readonly member: MemberView;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function BanDialog({ member, open, onClose }: BanDialogProps) {
  const { t } = useLingui();
  const name = nameOf(member.user);
  return (
    <Dialog open={open} onClose={onClose} title={t`Remove ${name}?`}>
      <BanForm member={member} onClose={onClose} />
    </Dialog>
  );
}

function BanForm({ member, onClose }: Omit<BanDialogProps, "open">) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const [until, setUntil] = useState<number | undefined>(0);
  const name = nameOf(member.user);
  const inChat = member.status !== "left" && member["is_member"] !== false;
  const [free, setFree] = useState(inChat);
  const missingEnd = useMissingEndReason(until);
  const reason = free ? undefined : missingEnd;
  const target = { chat_id: chat.id, user_id: member.user.id };
  const remove = async () => {
    const done = free
      ? await run(() => api.call("unbanChatMember", target), t`${name} was removed`)
      : await run(() => api.call("banChatMember", { ...target, until_date: until ?? 0 }), t`${name} is banned`);
    if (done) onClose();
  };
  const mayReturn = { value: "free", label: t`Not at all: they may come back`, onChoose: setFree };
  return (
    <form
      className="flex flex-col gap-4 px-5 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) void remove();
      }}
    >
      <UntilField
        label={t`Ban for`}
        forever={t`For ever`}
        onChange={setUntil}
        {...(inChat ? { firstChoice: mayReturn } : {})}
        hint={t`Who is banned cannot come back, by no link and by no invitation, until the ban is over or lifted.`}
      />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ButtonWithReason type="submit" variant="danger" reason={reason} busy={busy}>
          {free ? <Trans>Remove</Trans> : <Trans>Ban</Trans>}
        </ButtonWithReason>
      </div>
    </form>
  );
}
