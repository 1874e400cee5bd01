/** A list that comes a page at a time. */
import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";

const PAGE = 50;

export interface Pages<T> {
  /** `undefined` until the first page has come. */
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  /** Whether another page is on its way. */
  readonly busy: boolean;
  /** Asks for the next page, if there is one. */
  readonly more: (() => void) | undefined;
}

/** How lists name the id of the last item of the page before. */
type Cursor = "after" | "before";

export type Page<C extends Cursor> = { readonly limit: number } & { readonly [name in C]?: number };

export function usePages<T, C extends Cursor>(
  key: QueryKey,
  cursor: C,
  fetchPage: (page: Page<C>) => Promise<readonly T[]>,
  idOf: (item: T) => number,
): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam: last }) =>
      fetchPage({ limit: PAGE, ...(last === undefined ? {} : { [cursor]: last }) } as Page<C>),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : idOf(page.at(-1)!)),
    placeholderData: keepPreviousData,
  });
  return {
    items: query.data?.pages.flat(),
    error: query.error,
    busy: query.isFetchingNextPage,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
