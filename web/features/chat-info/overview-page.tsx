/** The first page of the panel: the profile of the chat and the rows that lead to its other pages. */
import { Plural, useLingui } from "@lingui/react/macro";
import { usePublicAddress } from "../../core/client/use-public-address.ts";
import { publicLink } from "../../core/model/chats/public-link.ts";
import { CopyField } from "../../ui/clipboard/copy-field.tsx";
import { ChatProfile, ProfileFacts } from "./chat-profile.tsx";
import { GroupRows } from "./group-rows.tsx";
import { LeaveRows } from "./leave-rows.tsx";
import { MembersCard } from "./members-card.tsx";
import { Card, Panel } from "./panel.tsx";
import { Person } from "./person.tsx";
import { useChatInfo } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";

export function OverviewPage() {
  const { t } = useLingui();
  const { chat, peer } = useChatRow();
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
      <LeaveRows />
    </Panel>
  );
}

function About() {
  const { t } = useLingui();
  const { chat, member_count } = useChatRow();
  const info = useChatInfo(chat.id);
  const address = usePublicAddress();
  const count =
    chat.type === "channel" ? (
      <Plural value={member_count} one="# subscriber" other="# subscribers" />
    ) : (
      <Plural value={member_count} one="# member" other="# members" />
    );
  return (
    <Card>
      <ChatProfile note={count} />
      <ProfileFacts username={chat.username} about={info.data?.description} links={info.data?.description_entities} />
      {chat.username !== undefined && (
        <div className="px-3 pb-3">
          <CopyField label={t`Public link`} text={publicLink(chat.username, address)} />
        </div>
      )}
    </Card>
  );
}
