/** The page about one member, with all actions on them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { Ban, Crown, MessageCircle, ShieldCheck, ShieldOff, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { useClientState } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Row } from "../../ui/layout/row.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { BanDialog } from "./ban-dialog.tsx";
import { DemoteAlert } from "./member-menu.tsx";
import { Card, Panel } from "./panel.tsx";
import { useMember, type MemberView } from "./queries.ts";
import { RoleBadge } from "./role-badge.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { useMemberActions } from "./use-member-actions.ts";
import { MemberStatus } from "./member-status.tsx";

export function MemberPage() {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { chat } = useChatRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId);
  return (
    <Panel title={t`Member`} subject={member.data && nameOf(member.data.user)} parent="overview">
      {member.error ? (
        <p role="alert" className="p-6 text-center text-soft">
          {errorMessage(member.error)}
        </p>
      ) : member.data ? (
        <Member member={member.data} />
      ) : (
        <Skeleton className="h-40 rounded-2xl" />
      )}
    </Panel>
  );
}

function Member({ member }: { readonly member: MemberView }) {
  const me = useClientState((state) => state.me?.user.id);
  const { user } = member;
  const name = nameOf(user);
  return (
    <>
      <Card>
        <div className="flex flex-col items-center gap-1.5 px-3 py-4 text-center">
          <Avatar id={user.id} name={name} photo={user.photo} size="large" />
          <h2 className="mt-2 max-w-full break-words text-lg font-semibold" dir="auto">
            {name}
          </h2>
          <p className="text-sm text-soft">
            <bdi>
              <MemberStatus member={member} />
            </bdi>
          </p>
          <RoleBadge member={member} />
        </div>
      </Card>
      <MemberActionRows member={member} own={user.id === me} />
    </>
  );
}

function MemberActionRows({ member, own }: { readonly member: MemberView; readonly own: boolean }) {
  const { chat, member: me } = useChatRow();
  const actions = useMemberActions(member);
  const { disabledReason } = actions;
  const [dialog, setDialog] = useState<"ban" | "demote" | "transfer">();
  const name = nameOf(member.user);
  const { status } = member;
  const confirm = (what: typeof dialog) => () => setDialog(what);
  const close = () => setDialog(undefined);
  return (
    <Card>
      {!own && (
        <Row icon={<MessageCircle aria-hidden />} onSelect={actions.message}>
          <Trans>Send a message</Trans>
        </Row>
      )}
      <RightsRow member={member} own={own} />
      {status === "administrator" && (
        <Row icon={<ShieldOff aria-hidden />} danger onSelect={confirm("demote")} reason={disabledReason("demote")}>
          {own ? <Trans>Give up your rights</Trans> : <Trans>Take all rights away</Trans>}
        </Row>
      )}
      {chat.type === "supergroup" && !own && (
        <Row icon={<UserX aria-hidden />} onSelect={() => actions.goTo("restrict")} reason={disabledReason("restrict")}>
          {status === "restricted" ? <Trans>Change the restriction</Trans> : <Trans>Restrict</Trans>}
        </Row>
      )}
      {status === "kicked" ? (
        <Row icon={<UserCheck aria-hidden />} onSelect={actions.unban} reason={disabledReason("unban")}>
          <Trans>Lift the ban</Trans>
        </Row>
      ) : (
        !own && (
          <Row icon={<Ban aria-hidden />} danger onSelect={confirm("ban")} reason={disabledReason("ban")}>
            <Trans>Remove or ban</Trans>
          </Row>
        )
      )}
      {!own && me?.status === "creator" && (
        <Row
          icon={<Crown aria-hidden />}
          danger
          onSelect={confirm("transfer")}
          reason={disabledReason("transfer_ownership")}
        >
          <Trans>Transfer ownership</Trans>
        </Row>
      )}
      <BanDialog member={member} open={dialog === "ban"} onClose={close} />
      <DemoteAlert name={name} open={dialog === "demote"} onClose={close} onDo={actions.demote} />
      <TransferAlert name={name} open={dialog === "transfer"} onClose={close} onDo={actions.transfer} />
    </Card>
  );
}

/** Owners cannot change their own rights, but can set their title. Administrators can see their own rights. */
function RightsRow({ member, own }: { readonly member: MemberView; readonly own: boolean }) {
  const actions = useMemberActions(member);
  const { status, can } = member;
  const title = can.set_title === null;
  if (own && !title) return null;
  const label =
    status === "administrator" ? (
      <Trans>Edit rights</Trans>
    ) : status === "creator" ? (
      <Trans>Edit the title</Trans>
    ) : (
      <Trans>Make an administrator</Trans>
    );
  return (
    <Row
      icon={<ShieldCheck aria-hidden />}
      onSelect={() => actions.goTo("rights")}
      reason={title ? undefined : actions.disabledReason("promote")}
    >
      {label}
    </Row>
  );
}

interface TransferAlertProps {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDo: () => void;
}

function TransferAlert({ name, open, onClose, onDo }: TransferAlertProps) {
  const { t } = useLingui();
  return (
    <Alert
      open={open}
      onClose={onClose}
      title={t`Give the chat to ${name}?`}
      close={t`Cancel`}
      action={{ label: t`Transfer`, onDo }}
    >
      {t`${name} becomes the owner, and only they can give it back. You stay an administrator with all rights, as long as they let you.`}
    </Alert>
  );
}
