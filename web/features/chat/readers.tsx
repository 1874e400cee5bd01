/** The readers of one's own message, in groups small enough that the service reports them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";

/** The service reports readers in groups of up to this many members. */
const MAX_MEMBERS = 100;

/** Whether the service reports readers in a chat. In a private chat the ticks show it instead. */
export function showsReaders({ chat, member_count }: ChatDetails): boolean {
  return chat.type === "supergroup" && member_count <= MAX_MEMBERS;
}

function useReaders(message: Message | undefined) {
  const { api } = useClient();
  const params = message && { chat_id: message.chat.id, message_id: message.message_id };
  return useQuery({
    queryKey: ["readers", params],
    queryFn: () => api.call("getReaders", params!),
    enabled: params !== undefined,
    staleTime: 0,
  });
}

interface ReadersItemProps {
  readonly message: Message;
  readonly onSelect: () => void;
}

export function ReadersItem({ message, onSelect }: ReadersItemProps) {
  const readers = useReaders(message);
  const count = readers.data?.length;
  return (
    <MenuItem icon={<CheckCheck aria-hidden />} onSelect={onSelect}>
      {count === undefined ? (
        <Trans>Read by…</Trans>
      ) : count === 0 ? (
        <Trans>Not read yet</Trans>
      ) : (
        <Plural value={count} one="Read by # person" other="Read by # people" />
      )}
    </MenuItem>
  );
}

interface ReadersDialogProps {
  readonly message: Message | undefined;
  readonly onClose: () => void;
}

export function ReadersDialog({ message, onClose }: ReadersDialogProps) {
  const { t } = useLingui();
  const { data: readers } = useReaders(message);
  return (
    <Dialog open={message !== undefined} onClose={onClose} title={t`Read by`}>
      <ul ref={arrowList} aria-label={t`Readers`} className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-5">
        {readers?.map((user) => (
          <li key={user.id} className="flex items-center gap-3">
            <Avatar id={user.id} name={nameOf(user)} photo={user.photo} size="small" />
            <bdi className="truncate">{nameOf(user)}</bdi>
          </li>
        ))}
        {readers?.length === 0 && (
          <li className="text-soft">
            <Trans>Nobody has read it yet.</Trans>
          </li>
        )}
      </ul>
    </Dialog>
  );
}
