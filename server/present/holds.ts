/** Presents legal holds to owners of the service. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Hold } from "../domain/retention.ts";
import { chatsWith } from "../store/queries/chats/chats.ts";
import { preloadAccounts } from "./preload-accounts.ts";
import { presentUser } from "./users.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The number of statements does not depend on how many they are. */
export async function presentHolds(context: ViewerContext, holds: readonly Hold[]): Promise<Wire.HoldEntry[]> {
  const idsOf = (wanted: Hold["kind"]) => holds.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const chats = new Map((await chatsWith(context.tx, idsOf("chat"))).map((chat) => [chat.id, chat]));
  await preloadAccounts(context, idsOf("person"));
  return Promise.all(
    holds.map(async ({ kind, id, reason, at }): Promise<Wire.HoldEntry> => {
      if (kind === "chat") return { chat: { id, title: chats.get(id)?.title ?? "" }, reason, at };
      const account = await context.account(id);
      return { ...(account && { user: presentUser(account) }), reason, at };
    }),
  );
}
