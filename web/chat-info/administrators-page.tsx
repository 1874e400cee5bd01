/** The administrators of a chat, and choosing one more from its members. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { isAdministrator } from "../model/rights.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { Row } from "../ui/row.tsx";
import { MemberList } from "./member-list.tsx";
import { Card, Panel } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SearchField } from "./search-field.tsx";

export function AdministratorsPage() {
  const { t } = useLingui();
  const row = useRow();
  const { chat, can } = row;
  const whyNot = useWhyNot();
  const administrators = useAdministrators();
  return (
    <Panel title={t`Administrators`} above="overview">
      <Card>
        <Row
          icon={<UserPlus aria-hidden />}
          link={{ to: "/chat/$chatId/info/administrators/add", params: { chatId: chat.id } }}
          reason={can?.promote_members ? whyNot(can.promote_members, row) : undefined}
        >
          <Trans>Add an administrator</Trans>
        </Row>
        <MemberList {...administrators} />
      </Card>
    </Panel>
  );
}

/** Subscribers of a channel are told who its administrators are, though not who the others are. */
function useAdministrators() {
  const { chat } = useRow();
  const query = useMembers(chat.id, "administrators");
  const members = query.data?.pages.flat() ?? [];
  return {
    query,
    members: members.toSorted((a, b) => Number(b.status === "creator") - Number(a.status === "creator")),
  };
}

export function NewAdministratorPage() {
  const { t } = useLingui();
  const { chat } = useRow();
  const [text, setText] = useState("");
  const present = useMembers(chat.id, "present", useDeferredValue(text.trim()));
  const members = present.data?.pages.flat().filter((each) => !isAdministrator(each)) ?? [];
  return (
    <Panel title={t`Choose an administrator`} above="administrators">
      <Card>
        <SearchField label={t`Find a member`} value={text} onChange={setText} />
        <MemberList members={members} query={present} to="rights" deed={() => null} />
      </Card>
    </Panel>
  );
}
