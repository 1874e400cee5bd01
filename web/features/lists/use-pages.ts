/** Loads a list page by page. */
import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";

const PAGE_SIZE = 50;

export interface Pages<T> {
  /** `undefined` until the first page has arrived. */
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  /** Whether the next page is loading. */
  readonly busy: boolean;
  /** Loads the next page; `undefined` if there is none. */
  readonly loadMore: (() => void) | undefined;
}

/** The name of the parameter that takes the id of the last item of the previous page. */
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
      fetchPage({ limit: PAGE_SIZE, ...(last === undefined ? {} : { [cursor]: last }) } as Page<C>),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : idOf(page.at(-1)!)),
    placeholderData: keepPreviousData,
  });
  return {
    items: query.data?.pages.flat(),
    error: query.error,
    busy: query.isFetchingNextPage,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
