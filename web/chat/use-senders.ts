/** Whose messages in a chat can be asked for. */
import { useLingui } from "@lingui/react/macro";
import { useClientState } from "../client/context.tsx";
import { useMembers } from "../composer/use-members.ts";
import { nameOf } from "../model/names.ts";
import type { Sender } from "../search/filters.tsx";
import type { ChatDetails } from "../store/state.ts";

/** The person first; then the others, by their names. */
export function useSenders(row: ChatDetails, wanted: boolean): readonly Sender[] {
  const { t, i18n } = useLingui();
  const me = useClientState((state) => state.me?.user.id);
  const members = useMembers(row, wanted);
  const users = row.peer ? [row.peer.user] : members;
  const others = users
    .filter(({ id }) => id !== me)
    .map((user) => ({ id: user.id, name: nameOf(user) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale));
  return me === undefined || row.chat.type === "channel" ? others : [{ id: me, name: t`You` }, ...others];
}
