/** The query for what one of the user's own bots has done lately. It is repeated while the page is open and visible. */
import type { BotActivity } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";

const REFRESH_MS = 5000;

interface KnownActivity {
  /** `undefined` until it has arrived. */
  readonly activity: BotActivity | undefined;
  readonly error: unknown;
}

export function useBotActivity(bot_id: number): KnownActivity {
  const { api } = useClient();
  const { data, error } = useQuery({
    queryKey: ["bot-activity", bot_id],
    queryFn: () => api.call("getBotActivity", { bot_id }),
    refetchInterval: REFRESH_MS,
  });
  return { activity: data, error };
}
