/** The addresses of topics. */
import type { Chat } from "@heliogram/shared/wire.ts";

/** @param origin - the public address of the service */
export function topicLink({ id, username }: Chat, thread_id: number, origin: string): string {
  const path = username === undefined ? `/chat/${id}` : `/@${username}`;
  return `${origin}${path}?topic=${thread_id}`;
}
