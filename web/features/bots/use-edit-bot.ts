/** Edits a bot and updates the cached list of bots with the service's answer. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ParamsOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

/**
 * @returns the function that edits the bot
 * @throws ApiError, NetworkError
 */
export function useEditBot(bot_id: number): (change: Omit<ParamsOf<"editBot">, "bot_id">) => Promise<void> {
  const { api } = useClient();
  const queries = useQueryClient();
  return async (change) => {
    const changed = await api.call("editBot", { bot_id, ...change });
    queries.setQueryData(
      OWN_BOTS,
      (known: { readonly bots: readonly OwnBot[] } | undefined) =>
        known && { bots: known.bots.map((bot) => (bot.user.id === bot_id ? changed : bot)) },
    );
  };
}
