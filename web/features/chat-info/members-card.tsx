/** The members on the overview of a chat, administrators first, with search and a row for adding more. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { isAdministrator } from "../../core/model/rights/administrator-rights.ts";
import { Row } from "../../ui/layout/row.tsx";
import { MemberList } from "./member-list.tsx";
import { Card } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SearchField } from "./search-field.tsx";

export function MembersCard() {
  const row = useChatRow();
  const disabledReason = useDisabledReason();
  const { chat, can, member } = row;
  const title = chat.type === "channel" ? <Trans>Subscribers</Trans> : <Trans>Members</Trans>;
  // Subscribers of a channel cannot see one another.
  const hidden = chat.type === "channel" && !isAdministrator(member);
  return (
    <Card title={title}>
      <Row
        icon={<UserPlus aria-hidden />}
        link={{ to: "/chat/$chatId/info/add", params: { chatId: chat.id } }}
        reason={can?.invite_users ? disabledReason(can.invite_users, row) : undefined}
      >
        {chat.type === "channel" ? <Trans>Add subscribers</Trans> : <Trans>Add members</Trans>}
      </Row>
      {hidden ? (
        <p className="px-3 py-2 text-sm text-soft">
          <Trans>Only administrators see who reads a channel.</Trans>
        </p>
      ) : (
        <Members />
      )}
    </Card>
  );
}

function Members() {
  const { t } = useLingui();
  const { chat, member_count } = useChatRow();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const administratorPages = useMembers(chat.id, "administrators");
  const present = useMembers(chat.id, "present", query);
  const members = present.data?.pages.flat() ?? [];
  const administrators = administratorPages.data?.pages.flat() ?? [];
  const visible = query === "" ? [...administrators, ...members.filter((each) => !isAdministrator(each))] : members;
  return (
    <>
      {member_count > 8 && <SearchField label={t`Find a member`} value={text} onChange={setText} />}
      <MemberList members={visible} query={present} />
    </>
  );
}
