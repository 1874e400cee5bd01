/** All groups and channels of the service, without their messages. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ChatEntry } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useAction } from "../forms/use-action.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { closed, nameOf } from "../../core/model/people/names.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { Entry } from "../lists/entry.tsx";
import { ChatMenu } from "./chat-menu.tsx";
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
      none={<Trans>There are no groups and no channels yet.</Trans>}
    >
      {(chat) => <ChatEntryRow chat={chat} />}
    </SearchedList>
  );
}

function ChatEntryRow({ chat }: { readonly chat: ChatEntry }) {
  const format = useFormat();
  const { id, title, username, type, member_count, creator, created_at, last_message_date, is_abandoned } = chat;
  return (
    <Entry
      id={id}
      name={title}
      username={username}
      tags={
        <>
          <Tag>{type === "channel" ? <Trans>Channel</Trans> : <Trans>Group</Trans>}</Tag>
          {is_abandoned && (
            <Tag variant="accent">
              <Trans>Without an owner</Trans>
            </Tag>
          )}
        </>
      }
      action={<ChatMenu chat={chat} />}
      note={is_abandoned && <AbandonedChatActions chat={chat} />}
      facts={[
        <Plural key="members" value={member_count} one="# member" other="# members" />,
        creator && <Trans key="creator">Made by {nameOf(creator)}</Trans>,
        <Trans key="made">
          Made <Time value={format.date(created_at)} />
        </Trans>,
        last_message_date !== undefined && (
          <Trans key="last">
            Last message <Time value={format.moment(last_message_date)} />
          </Trans>
        ),
      ]}
    />
  );
}

/** What owners of the service do about a chat whose creator has left or is suspended. */
function AbandonedChatActions({ chat: { id, title } }: { readonly chat: ChatEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [isDeleting, setDeleting] = useState(false);
  const { busy, start } = useAction(
    (method: "takeOverChat" | "deleteAbandonedChat") => api.call(method, { chat_id: id }),
    ["owner"],
  );
  const name = closed(title);
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      <Button
        variant="soft"
        size="small"
        disabled={busy}
        aria-label={t`Take over ${name}`}
        onClick={() => start("takeOverChat")}
      >
        <Trans>Take over</Trans>
      </Button>
      <Button
        variant="soft"
        size="small"
        disabled={busy}
        aria-label={t`Delete ${name}`}
        onClick={() => setDeleting(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      <Alert
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={t`Delete ${name}?`}
        close={t`Cancel`}
        action={{ label: t`Delete`, onDo: () => start("deleteAbandonedChat") }}
      >
        <Trans>All its messages are deleted for everybody. This cannot be undone.</Trans>
      </Alert>
    </div>
  );
}
