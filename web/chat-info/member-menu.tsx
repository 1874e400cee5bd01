/** The menu at the end of a member's line. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, EllipsisVertical, MessageCircle, ShieldCheck, ShieldOff, UserX } from "lucide-react";
import { useState } from "react";
import { nameOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { BanDialog } from "./ban-dialog.tsx";
import type { MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { useMemberDeeds } from "./use-member-deeds.ts";

export function MemberMenu({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { chat } = useRow();
  const deeds = useMemberDeeds(member);
  const [asking, setAsking] = useState<"ban" | "demote">();
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
        <MenuItem icon={<MessageCircle aria-hidden />} onSelect={deeds.message}>
          <Trans>Send a message</Trans>
        </MenuItem>
        <MenuItem
          icon={<ShieldCheck aria-hidden />}
          onSelect={() => deeds.goTo("rights")}
          reason={deeds.whyNot("promote")}
        >
          {isAdministrator ? <Trans>Edit rights</Trans> : <Trans>Make an administrator</Trans>}
        </MenuItem>
        {isAdministrator && (
          <MenuItem
            icon={<ShieldOff aria-hidden />}
            onSelect={() => setAsking("demote")}
            reason={deeds.whyNot("demote")}
          >
            <Trans>Take all rights away</Trans>
          </MenuItem>
        )}
        {chat.type === "supergroup" && (
          <MenuItem
            icon={<UserX aria-hidden />}
            onSelect={() => deeds.goTo("restrict")}
            reason={deeds.whyNot("restrict")}
          >
            <Trans>Restrict</Trans>
          </MenuItem>
        )}
        <MenuItem icon={<Ban aria-hidden />} danger onSelect={() => setAsking("ban")} reason={deeds.whyNot("ban")}>
          <Trans>Remove or ban</Trans>
        </MenuItem>
      </Menu>
      <BanDialog member={member} open={asking === "ban"} onClose={() => setAsking(undefined)} />
      <DemoteAlert name={name} open={asking === "demote"} onClose={() => setAsking(undefined)} onDo={deeds.demote} />
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
      deed={{ label: t`Take away`, onDo }}
    >
      {t`They stay in the chat as a member, without a title.`}
    </Alert>
  );
}
