/** The list of groups and channels that have a public name. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { DirectoryChat } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { Entry } from "../lists/entry.tsx";
import { SearchedList } from "../lists/searched-list.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";

export function PublicChats() {
  const { t } = useLingui();
  const { api } = useClient();
  return (
    <SearchedList
      cacheKey={["directory", "chats"]}
      search={t`Search chats`}
      find={async (page) => (await api.call("listPublicChats", page)).chats}
      label={t`Public chats`}
      keyOf={({ chat }) => chat.id}
      empty={<Trans>No public group and no public channel of this name.</Trans>}
    >
      {(entry) => <PublicChatRow entry={entry} />}
    </SearchedList>
  );
}

function PublicChatRow({ entry }: { readonly entry: DirectoryChat }) {
  const { t } = useLingui();
  const { chat, description, member_count, is_member } = entry;
  const title = titleOf(chat);
  const isChannel = chat.type === "channel";
  return (
    <Entry
      id={chat.id}
      name={title}
      photo={chat.photo}
      username={chat.username}
      tags={<Tag>{isChannel ? <Trans>Channel</Trans> : <Trans>Group</Trans>}</Tag>}
      facts={[
        isChannel ? (
          <Plural key="members" value={member_count} one="# subscriber" other="# subscribers" />
        ) : (
          <Plural key="members" value={member_count} one="# member" other="# members" />
        ),
      ]}
      note={
        description && (
          <p className="line-clamp-2 text-sm" dir="auto">
            {description}
          </p>
        )
      }
      action={
        <Link
          to="/@{$username}"
          params={{ username: chat.username ?? "" }}
          aria-label={is_member ? t`Open ${title}` : t`Look at ${title}`}
          className={buttonVariants({ variant: is_member ? "soft" : "primary", size: "small" })}
        >
          {is_member ? <Trans>Open</Trans> : <Trans>Look</Trans>}
        </Link>
      }
    />
  );
}
