/** The menu at the end of a member's line. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, EllipsisVertical, MessageCircle, ShieldCheck, ShieldOff, UserX } from "lucide-react";
import { useState } from "react";
import { nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { BanDialog } from "./ban-dialog.tsx";
import type { MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useMemberActions } from "./use-member-actions.ts";

export function MemberMenu({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const actions = useMemberActions(member);
  const { disabledReason } = actions;
  const [dialog, setDialog] = useState<"ban" | "demote">();
  const name = nameOf(member.user);
  const isAdministrator = member.status === "administrator";
  return (
    <>
      <Menu
        label={t`What to do with ${name}`}
        align="end"
        trigger={
          <IconButton label={t`What to do with ${name}`} size="small-icon" className="me-1">
            <EllipsisVertical aria-hidden className="size-4.5" />
          </IconButton>
        }
      >
        <MenuItem icon={<MessageCircle aria-hidden />} onSelect={actions.message}>
          <Trans>Send a message</Trans>
        </MenuItem>
        <MenuItem
          icon={<ShieldCheck aria-hidden />}
          onSelect={() => actions.goTo("rights")}
          reason={disabledReason("promote")}
        >
          {isAdministrator ? <Trans>Edit rights</Trans> : <Trans>Make an administrator</Trans>}
        </MenuItem>
        {isAdministrator && (
          <MenuItem
            icon={<ShieldOff aria-hidden />}
            onSelect={() => setDialog("demote")}
            reason={disabledReason("demote")}
          >
            <Trans>Take all rights away</Trans>
          </MenuItem>
        )}
        {chat.type === "supergroup" && (
          <MenuItem
            icon={<UserX aria-hidden />}
            onSelect={() => actions.goTo("restrict")}
            reason={disabledReason("restrict")}
          >
            <Trans>Restrict</Trans>
          </MenuItem>
        )}
        <MenuItem icon={<Ban aria-hidden />} danger onSelect={() => setDialog("ban")} reason={disabledReason("ban")}>
          <Trans>Remove or ban</Trans>
        </MenuItem>
      </Menu>
      <BanDialog member={member} open={dialog === "ban"} onClose={() => setDialog(undefined)} />
      <DemoteAlert name={name} open={dialog === "demote"} onClose={() => setDialog(undefined)} onDo={actions.demote} />
    </>
  );
}

interface DemoteAlertProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDo: () => void;
}

export function DemoteAlert({ name, open, onClose, onDo }: DemoteAlertProps) {
  const { t } = useLingui();
  return (
    <Alert
      open={open}
      onClose={onClose}
      title={t`Take all rights from ${name}?`}
      close={t`Cancel`}
      action={{ label: t`Take away`, onDo }}
    >
      {t`They stay in the chat as a member, without a title.`}
    </Alert>
  );
}
