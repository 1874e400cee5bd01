/** What the person wants to be pushed, and to which devices: also as other pages of theirs change it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";

/** The key of the queries about pushes. */
export const PUSH = ["push"];

/** @returns `undefined` until they are loaded, or while they are not wanted */
export function usePushSettings(isWanted = true): PushSettings | undefined {
  const { api } = useClient();
  const profile_seq = useClientState((state) => state.profile_seq);
  // A session takes its device along when it ends.
  const sessions_seq = useClientState((state) => state.sessions_seq);
  const { data } = useQuery({
    queryKey: [...PUSH, "settings", profile_seq, sessions_seq],
    queryFn: () => api.call("getPushSettings", {}),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  return data;
}
