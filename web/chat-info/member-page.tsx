/** Somebody in a chat: what they are there, and everything that can be done about it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { Ban, Crown, MessageCircle, ShieldCheck, ShieldOff, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { useSentence } from "../rights/use-sentence.ts";
import { useClientState } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Row } from "../ui/row.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { BanDialog } from "./ban-dialog.tsx";
import { DemoteAlert } from "./member-menu.tsx";
import { Card, Panel } from "./panel.tsx";
import { useMember, type MemberView } from "./queries.ts";
import { RoleBadge } from "./role-badge.tsx";
import { useRow } from "./row-context.ts";
import { useMemberDeeds } from "./use-member-deeds.ts";
import { useStanding } from "./use-standing.ts";

export function MemberPage() {
  const { t } = useLingui();
  const sentence = useSentence();
  const { chat } = useRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId);
  return (
    <Panel title={t`Member`} above="overview">
      {member.error ? (
        <p role="alert" className="p-6 text-center text-soft">
          {sentence(member.error)}
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
  const standing = useStanding();
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
            <bdi>{standing(member)}</bdi>
          </p>
          <RoleBadge member={member} />
        </div>
      </Card>
      <Deeds member={member} own={user.id === me} />
    </>
  );
}

function Deeds({ member, own }: { readonly member: MemberView; readonly own: boolean }) {
  const { chat, member: me } = useRow();
  const deeds = useMemberDeeds(member);
  const [asking, setAsking] = useState<"ban" | "demote" | "transfer">();
  const name = nameOf(member.user);
  const { status } = member;
  const ask = (what: typeof asking) => () => setAsking(what);
  const close = () => setAsking(undefined);
  return (
    <Card>
      {!own && (
        <Row icon={<MessageCircle aria-hidden />} onSelect={deeds.message}>
          <Trans>Send a message</Trans>
        </Row>
      )}
      <RightsRow member={member} own={own} />
      {status === "administrator" && (
        <Row icon={<ShieldOff aria-hidden />} danger onSelect={ask("demote")} reason={deeds.whyNot("demote")}>
          {own ? <Trans>Give up your rights</Trans> : <Trans>Take all rights away</Trans>}
        </Row>
      )}
      {chat.type === "supergroup" && !own && (
        <Row icon={<UserX aria-hidden />} onSelect={() => deeds.goTo("restrict")} reason={deeds.whyNot("restrict")}>
          {status === "restricted" ? <Trans>Change the restriction</Trans> : <Trans>Restrict</Trans>}
        </Row>
      )}
      {status === "kicked" ? (
        <Row icon={<UserCheck aria-hidden />} onSelect={deeds.unban} reason={deeds.whyNot("unban")}>
          <Trans>Lift the ban</Trans>
        </Row>
      ) : (
        !own && (
          <Row icon={<Ban aria-hidden />} danger onSelect={ask("ban")} reason={deeds.whyNot("ban")}>
            <Trans>Remove or ban</Trans>
          </Row>
        )
      )}
      {!own && me?.status === "creator" && (
        <Row icon={<Crown aria-hidden />} danger onSelect={ask("transfer")} reason={deeds.whyNot("transfer_ownership")}>
          <Trans>Transfer ownership</Trans>
        </Row>
      )}
      <BanDialog member={member} open={asking === "ban"} onClose={close} />
      <DemoteAlert name={name} open={asking === "demote"} onClose={close} onDo={deeds.demote} />
      <TransferAlert name={name} open={asking === "transfer"} onClose={close} onDo={deeds.transfer} />
    </Card>
  );
}

/** An owner changes nothing about their own rights, but has a title; administrators may look at their own. */
function RightsRow({ member, own }: { readonly member: MemberView; readonly own: boolean }) {
  const deeds = useMemberDeeds(member);
  const { status, can } = member;
  const title = can.set_title === null;
  if (own && !title) return null;
  const words =
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
      onSelect={() => deeds.goTo("rights")}
      reason={title ? undefined : deeds.whyNot("promote")}
    >
      {words}
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
      deed={{ label: t`Transfer`, onDo }}
    >
      {t`${name} becomes the owner, and only they can give it back. You stay an administrator with all rights, as long as they let you.`}
    </Alert>
  );
}
