/** Reads anew what a change has made old. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * An answer under way may be from before the change. The library asks again beside it only where there was an earlier answer, so
 * what is under way is given up first.
 */
export async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
