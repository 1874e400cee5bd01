/** A bot's description, shown before the bot is started. */
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import type { ChatDetails } from "../../core/store/state.ts";

export function useBotDescription({ peer }: ChatDetails): string | undefined {
  const { api } = useClient();
  const user_id = peer?.user.is_bot ? peer.user.id : undefined;
  const profile = useQuery({
    queryKey: ["profile", user_id],
    queryFn: () => api.call("getProfile", { user_id: user_id! }),
    enabled: user_id !== undefined,
  });
  return profile.data && "description" in profile.data ? profile.data.description : undefined;
}
