/** The first page of the panel: what a chat is, and the ways to everything about it. */
import { Plural, useLingui } from "@lingui/react/macro";
import { useAddress } from "../client/address.ts";
import { publicLink } from "../model/public-link.ts";
import { CopyField } from "../ui/copy.tsx";
import { Face, Facts } from "./face.tsx";
import { GroupRows } from "./group-rows.tsx";
import { EndRows } from "./end-rows.tsx";
import { MembersCard } from "./members-card.tsx";
import { Card, Panel } from "./panel.tsx";
import { Person } from "./person.tsx";
import { useChatInfo } from "./queries.ts";
import { useRow } from "./row-context.ts";

export function OverviewPage() {
  const { t } = useLingui();
  const { chat, peer } = useRow();
  if (chat.type === "private") {
    return (
      <Panel title={peer?.user.is_bot ? t`About this bot` : t`About this person`}>
        <Person />
      </Panel>
    );
  }
  return (
    <Panel title={chat.type === "channel" ? t`About this channel` : t`About this group`}>
      <About />
      <GroupRows />
      <MembersCard />
      <EndRows />
    </Panel>
  );
}

function About() {
  const { t } = useLingui();
  const { chat, member_count } = useRow();
  const info = useChatInfo(chat.id);
  const address = useAddress();
  const count =
    chat.type === "channel" ? (
      <Plural value={member_count} one="# subscriber" other="# subscribers" />
    ) : (
      <Plural value={member_count} one="# member" other="# members" />
    );
  return (
    <Card>
      <Face note={count} />
      <Facts username={chat.username} about={info.data?.description} links={info.data?.description_entities} />
      {chat.username !== undefined && (
        <div className="px-3 pb-3">
          <CopyField label={t`Public link`} text={publicLink(chat.username, address)} />
        </div>
      )}
    </Card>
  );
}
