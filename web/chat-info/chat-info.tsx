/** About a chat: who is in it, how others come in, and the way out. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import type { ChatRow } from "../store/state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { InviteLinkButton } from "./invite-link-button.tsx";
import { LeaveButton } from "./leave-button.tsx";
import { Members } from "./members.tsx";

interface ChatInfoProps {
  readonly row: ChatRow;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ChatInfo({ row, open, onClose }: ChatInfoProps) {
  const { t } = useLingui();
  const title = row.peer ? t`About` : row.chat.type === "channel" ? t`About the channel` : t`About the group`;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex min-h-0 flex-col gap-5 overflow-y-auto px-5 pb-5" tabIndex={0}>
        <Face row={row} />
        {row.chat.type !== "private" && (
          <>
            <Members row={row} />
            <div className="flex flex-wrap gap-2">
              {row.can?.invite_users === null && <InviteLinkButton chat_id={row.chat.id} />}
              <LeaveButton row={row} onLeft={onClose} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Face({ row }: { readonly row: ChatRow }) {
  const words = useWords(row);
  const { chat, member_count, photo } = row;
  const title = titleOf(chat);
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <Avatar id={chat.id} name={title} photo={photo} size="large" />
      <h3 className="text-lg font-semibold">
        <bdi>{title}</bdi>
      </h3>
      <p className="text-soft">
        {chat.username !== undefined && <bdi>@{chat.username}</bdi>}
        {chat.username !== undefined && chat.type !== "private" && " · "}
        {chat.type === "supergroup" && <Plural value={member_count} one="# member" other="# members" />}
        {chat.type === "channel" && <Plural value={member_count} one="# subscriber" other="# subscribers" />}
        {row.peer?.user.is_bot && (
          <>
            {" · "}
            <Trans>bot</Trans>
          </>
        )}
      </p>
      {words !== undefined && words !== "" && (
        <p className="whitespace-pre-wrap" dir="auto">
          {words}
        </p>
      )}
    </div>
  );
}

/** What somebody, or a chat, says of itself. */
function useWords({ chat, peer }: ChatRow): string | undefined {
  const { api } = useClient();
  const about = useQuery({
    queryKey: ["about", chat.id],
    async queryFn() {
      if (!peer) return (await api.call("getChat", { chat_id: chat.id })).description ?? "";
      const profile = await api.call("getProfile", { user_id: peer.user.id });
      return "description" in profile && profile.description ? profile.description : profile.about;
    },
  });
  return about.data;
}
