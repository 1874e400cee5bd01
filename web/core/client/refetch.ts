/** Refetches queries after a change. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * A response in flight may be older than the change. TanStack Query replaces a running fetch only if there was an
 * earlier response, so running fetches are cancelled first.
 */
export async function refetchAfterChange(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
