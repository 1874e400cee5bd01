/** Whether owners of the service read what bots send and receive, and whether the person of this page is one of them. */
import type { DeveloperConsole } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { useClient, useClientState } from "../../core/client/context.tsx";

export const CONSOLE_KEY = ["developer-console"];
/** How soon a page notices that another one has enabled or disabled it. */
const REFRESH_MS = 30_000;

/** The state of the console; `undefined` until it is known, in developer mode, and while `enabled` is false. */
export function useConsole(enabled = true): DeveloperConsole | undefined {
  const { api } = useClient();
  const isService = useClientState((state) => state.me !== undefined && state.me.developer !== true);
  const { data } = useQuery({
    queryKey: CONSOLE_KEY,
    queryFn: () => api.call("getDeveloperConsole", {}),
    enabled: enabled && isService,
    refetchInterval: REFRESH_MS,
  });
  return enabled && isService ? data : undefined;
}

/** `all`: in developer mode. `console`: an owner while the console is on. `unknown`: until that is known. */
export type DeveloperAccess = "all" | "console" | "none" | "unknown";

/** What the person sees of the developer's pages. */
export function useDeveloperAccess(): DeveloperAccess {
  const isOwner = useClientState((state) => state.me?.is_owner === true);
  const inDeveloperMode = useClientState((state) => state.me?.developer === true);
  const state = useConsole(isOwner);
  if (inDeveloperMode) return "all";
  if (!isOwner) return "none";
  if (!state) return "unknown";
  return state.on ? "console" : "none";
}
