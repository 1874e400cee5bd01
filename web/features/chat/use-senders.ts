/** The senders by which a search in one chat can be filtered. */
import { useLingui } from "@lingui/react/macro";
import { useClientState } from "../../core/client/context.tsx";
import { useMembers } from "../composer/use-members.ts";
import { nameOf } from "../../core/model/people/names.ts";
import type { SenderOption } from "../search/filters.tsx";
import type { ChatDetails } from "../../core/store/state.ts";

/** The user first, then the others in alphabetical order. */
export function useSenders(row: ChatDetails, enabled: boolean): readonly SenderOption[] {
  const { t, i18n } = useLingui();
  const me = useClientState((state) => state.me?.user.id);
  const members = useMembers(row, enabled);
  const users = row.peer ? [row.peer.user] : members;
  const others = users
    .filter(({ id }) => id !== me)
    .map((user) => ({ id: user.id, name: nameOf(user) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale));
  return me === undefined || row.chat.type === "channel" ? others : [{ id: me, name: t`You` }, ...others];
}
