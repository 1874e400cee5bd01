/**
 * The senders by which a search in all chats can be filtered: the user, and the people they have private chats with.
 */
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import type { SenderOption } from "../search/filters.tsx";
import type { ChatRow } from "../../core/store/state.ts";

const NO_CHATS: Readonly<Record<number, ChatRow>> = {};

export function useSenders(): readonly SenderOption[] {
  const { t, i18n } = useLingui();
  const chats = useClientState((state) => state.chats) ?? NO_CHATS;
  const me = useClientState((state) => state.me?.user.id);
  return useMemo(() => {
    const others = Object.values(chats)
      .flatMap(({ peer }) => (peer ? [{ id: peer.user.id, name: nameOf(peer.user) }] : []))
      .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale));
    return me === undefined ? others : [{ id: me, name: t`You` }, ...others];
  }, [chats, me, t, i18n]);
}
