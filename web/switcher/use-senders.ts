/** Whose messages can be asked for in all chats: the person's own, and of those they talk to. */
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useClientState } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import type { Sender } from "../search/filters.tsx";
import type { ChatRow } from "../store/state.ts";

const NONE: Readonly<Record<number, ChatRow>> = {};

export function useSenders(): readonly Sender[] {
  const { t, i18n } = useLingui();
  const chats = useClientState((state) => state.chats) ?? NONE;
  const me = useClientState((state) => state.me?.user.id);
  return useMemo(() => {
    const others = Object.values(chats)
      .flatMap(({ peer }) => (peer ? [{ id: peer.user.id, name: nameOf(peer.user) }] : []))
      .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale));
    return me === undefined ? others : [{ id: me, name: t`You` }, ...others];
  }, [chats, me, t, i18n]);
}
