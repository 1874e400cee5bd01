/** The query for the user's own bots. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";

export const OWN_BOTS = ["own-bots"];

interface OwnBots {
  /** `undefined` until the list has arrived. */
  readonly bots: readonly OwnBot[] | undefined;
  readonly error: unknown;
}

export function useOwnBots(): OwnBots {
  const { api } = useClient();
  const { data, error } = useQuery({ queryKey: OWN_BOTS, queryFn: () => api.call("listBots", {}) });
  return { bots: data?.bots, error };
}
