/** Removes a member: free to come back, or banned for a while or for good. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ReasonedButton } from "../ui/reasoned-button.tsx";
import type { MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { UntilField } from "./until-field.tsx";
import { useChange } from "./use-change.ts";
import { useNoMoment } from "./use-no-moment.ts";

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
  const { chat } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const [until, setUntil] = useState<number | undefined>(0);
  const name = nameOf(member.user);
  const inChat = member.status !== "left" && member["is_member"] !== false;
  const [free, setFree] = useState(inChat);
  const noMoment = useNoMoment(until);
  const reason = free ? undefined : noMoment;
  const upon = { chat_id: chat.id, user_id: member.user.id };
  const remove = async () => {
    const done = free
      ? await run(() => api.call("unbanChatMember", upon), t`${name} was removed`)
      : await run(() => api.call("banChatMember", { ...upon, until_date: until ?? 0 }), t`${name} is banned`);
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
        {...(inChat ? { first: mayReturn } : {})}
        hint={t`Who is banned cannot come back, by no link and by no invitation, until the ban is over or lifted.`}
      />
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ReasonedButton type="submit" look="danger" reason={reason} busy={busy}>
          {free ? <Trans>Remove</Trans> : <Trans>Ban</Trans>}
        </ReasonedButton>
      </div>
    </form>
  );
}
