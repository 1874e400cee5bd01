/** All groups and channels of the service, without their messages. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ChatEntry } from "@heliogram/shared/administration.ts";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { Entry } from "../lists/entry.tsx";
import { SearchedList } from "../lists/searched-list.tsx";

export function Chats() {
  const { t } = useLingui();
  const { api } = useClient();
  return (
    <SearchedList
      cacheKey={["owner", "chats"]}
      search={t`Search chats`}
      find={async (page) => (await api.call("listAllChats", page)).chats}
      label={t`Chats`}
      keyOf={(chat) => chat.id}
      empty={<Trans>No group and no channel of this name.</Trans>}
    >
      {(chat) => <ChatEntryRow chat={chat} />}
    </SearchedList>
  );
}

function ChatEntryRow({ chat }: { readonly chat: ChatEntry }) {
  const format = useFormat();
  const { id, title, username, type, member_count, creator, created_at, last_message_date } = chat;
  return (
    <Entry
      id={id}
      name={title}
      username={username}
      tags={<Tag>{type === "channel" ? <Trans>Channel</Trans> : <Trans>Group</Trans>}</Tag>}
      facts={[
        <Plural key="members" value={member_count} one="# member" other="# members" />,
        creator && <Trans key="creator">Made by {nameOf(creator)}</Trans>,
        <Trans key="made">Made {format.date(created_at)}</Trans>,
        last_message_date !== undefined && <Trans key="last">Last message {format.moment(last_message_date)}</Trans>,
      ]}
    />
  );
}
