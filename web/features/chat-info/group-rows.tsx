/** The rows of the overview that lead to the settings of a group or channel. */
import { Plural, Trans } from "@lingui/react/macro";
import { Ban, Heart, KeyRound, Link as LinkIcon, Pencil, ShieldCheck, UserPlus, UserX } from "lucide-react";
import { useFormat } from "../../i18n/format.ts";
import { permissionSet } from "../../core/model/rights/member-permissions.ts";
import { useSwitches } from "../rights/use-labels.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Row } from "../../ui/layout/row.tsx";
import { Card } from "./panel.tsx";
import { useChatInfo } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";

export function GroupRows() {
  const row = useChatRow();
  const disabledReason = useDisabledReason();
  const { chat, can } = row;
  const params = { chatId: chat.id };
  const all = useChatInfo(chat.id).data?.permissions;
  const reason = (refusal: string | null | undefined) => (refusal ? disabledReason(refusal, row, all) : undefined);
  const isGroup = chat.type === "supergroup";
  return (
    <Card>
      <Row
        icon={<Pencil aria-hidden />}
        link={{ to: "/chat/$chatId/info/edit", params }}
        reason={reason(can?.change_info)}
      >
        {isGroup ? <Trans>Edit the group</Trans> : <Trans>Edit the channel</Trans>}
      </Row>
      {isGroup && (
        <Row
          icon={<KeyRound aria-hidden />}
          link={{ to: "/chat/$chatId/info/permissions", params }}
          note={<PermissionCount />}
        >
          <Trans>Permissions of members</Trans>
        </Row>
      )}
      <ReactionsRow reason={reason(can?.change_info)} />
      <Row icon={<ShieldCheck aria-hidden />} link={{ to: "/chat/$chatId/info/administrators", params }}>
        <Trans>Administrators</Trans>
      </Row>
      <Row
        icon={<LinkIcon aria-hidden />}
        link={{ to: "/chat/$chatId/info/links", params }}
        reason={reason(can?.invite_users)}
      >
        <Trans>Invite links</Trans>
      </Row>
      <RequestsRow reason={reason(can?.answer_requests)} />
      {isGroup && (
        <Row
          icon={<UserX aria-hidden />}
          link={{ to: "/chat/$chatId/info/restricted", params }}
          reason={reason(can?.manage_chat)}
        >
          <Trans>Restricted members</Trans>
        </Row>
      )}
      <Row
        icon={<Ban aria-hidden />}
        link={{ to: "/chat/$chatId/info/banned", params }}
        reason={reason(can?.manage_chat)}
      >
        <Trans>Banned people</Trans>
      </Row>
    </Card>
  );
}

function ReactionsRow({ reason }: { readonly reason: string | undefined }) {
  const { chat } = useChatRow();
  return (
    <Row
      icon={<Heart aria-hidden />}
      link={{ to: "/chat/$chatId/info/reactions", params: { chatId: chat.id } }}
      reason={reason}
    >
      <Trans>Reactions</Trans>
    </Row>
  );
}

function RequestsRow({ reason }: { readonly reason: string | undefined }) {
  const { chat, join_request_count: waiting = 0 } = useChatRow();
  return (
    <Row
      icon={<UserPlus aria-hidden />}
      link={{ to: "/chat/$chatId/info/requests", params: { chatId: chat.id } }}
      reason={reason}
      note={<Badge count={waiting} label={<Plural value={waiting} one="# waits" other="# wait" />} />}
    >
      <Trans>Join requests</Trans>
    </Row>
  );
}

function PermissionCount() {
  const { chat } = useChatRow();
  const format = useFormat();
  const switches = useSwitches();
  const permissions = useChatInfo(chat.id).data?.permissions;
  if (!permissions) return null;
  const eight = permissionSet(permissions);
  const given = format.count(switches.filter((name) => eight[name]).length);
  const all = format.count(switches.length);
  return (
    <Trans>
      {given} of {all}
    </Trans>
  );
}
