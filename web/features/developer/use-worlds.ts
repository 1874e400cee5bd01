/** The worlds of the process. */
import { useQuery } from "@tanstack/react-query";
import type { WorldState } from "@heliogram/shared/wire.ts";
import { callDeveloper } from "../../core/api/developer-api.ts";

export const WORLDS_KEY = ["developer", "worlds"];
/** Tests make and drop worlds. */
const REFRESH_MS = 2000;
const NONE: readonly WorldState[] = [];

export function useWorlds(enabled = true): readonly WorldState[] {
  const { data } = useQuery({
    queryKey: WORLDS_KEY,
    queryFn: async ({ signal }) => (await callDeveloper("listWorlds", {}, signal)).worlds,
    enabled,
    refetchInterval: REFRESH_MS,
  });
  return data ?? NONE;
}
