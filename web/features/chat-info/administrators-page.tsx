/** The list of a chat's administrators, and the page for choosing another from its members. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { isAdministrator } from "../../core/model/rights/administrator-rights.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Row } from "../../ui/layout/row.tsx";
import { MemberList } from "./member-list.tsx";
import { Card, Panel } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SearchField } from "./search-field.tsx";

export function AdministratorsPage() {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const disabledReason = useDisabledReason();
  const administrators = useAdministrators();
  return (
    <Panel title={t`Administrators`} parent="overview">
      <Card>
        <Row
          icon={<UserPlus aria-hidden />}
          link={{ to: "/chat/$chatId/info/administrators/add", params: { chatId: chat.id } }}
          reason={can?.promote_members ? disabledReason(can.promote_members, row) : undefined}
        >
          <Trans>Add an administrator</Trans>
        </Row>
        <MemberList {...administrators} />
      </Card>
    </Panel>
  );
}

/** The service tells subscribers of a channel who its administrators are, but not who the other subscribers are. */
function useAdministrators() {
  const { chat } = useChatRow();
  const query = useMembers(chat.id, "administrators");
  const members = query.data?.pages.flat() ?? [];
  return {
    query,
    members: members.toSorted((a, b) => Number(b.status === "creator") - Number(a.status === "creator")),
  };
}

export function NewAdministratorPage() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const [text, setText] = useState("");
  const present = useMembers(chat.id, "present", useDeferredValue(text.trim()));
  const members = present.data?.pages.flat().filter((each) => !isAdministrator(each)) ?? [];
  return (
    <Panel title={t`Choose an administrator`} parent="administrators">
      <Card>
        <SearchField label={t`Find a member`} value={text} onChange={setText} />
        <MemberList members={members} query={present} to="rights" renderAction={() => null} />
      </Card>
    </Panel>
  );
}
