/** The members on the overview of a chat: administrators first, with a way to find one and to add more. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useWhyNot } from "../rights/use-why-not.ts";
import { isAdministrator } from "../model/rights.ts";
import { Row } from "../ui/row.tsx";
import { MemberList } from "./member-list.tsx";
import { Card } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SearchField } from "./search-field.tsx";

export function MembersCard() {
  const row = useRow();
  const whyNot = useWhyNot();
  const { chat, can, member } = row;
  const title = chat.type === "channel" ? <Trans>Subscribers</Trans> : <Trans>Members</Trans>;
  // In a channel, subscribers do not see one another.
  const hidden = chat.type === "channel" && !isAdministrator(member);
  return (
    <Card title={title}>
      <Row
        icon={<UserPlus aria-hidden />}
        link={{ to: "/chat/$chatId/info/add", params: { chatId: chat.id } }}
        reason={can?.invite_users ? whyNot(can.invite_users, row) : undefined}
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
  const { chat, member_count } = useRow();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const administrators = useMembers(chat.id, "administrators");
  const present = useMembers(chat.id, "present", query);
  const everybody = present.data?.pages.flat() ?? [];
  const above = administrators.data?.pages.flat() ?? [];
  const shown = query === "" ? [...above, ...everybody.filter((each) => !isAdministrator(each))] : everybody;
  return (
    <>
      {member_count > 8 && <SearchField label={t`Find a member`} value={text} onChange={setText} />}
      <MemberList members={shown} query={present} />
    </>
  );
}
