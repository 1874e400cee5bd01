/** Loads the messages that match a search page by page, the newest first. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import type { Range } from "../../core/model/messages/excerpt.ts";
import { isSearchable, paramsOf, type Search } from "./search.ts";

export interface SearchResult {
  readonly message: Message;
  readonly matches: readonly Range[];
}

export interface SearchResults {
  readonly results: readonly SearchResult[];
  /** Whether all results are loaded. */
  readonly complete: boolean;
  readonly loading: boolean;
  /** Whether the service is still indexing older messages. */
  readonly indexing: boolean;
  readonly error: unknown;
  readonly loadMore: () => void;
}

const PAGE_SIZE = 40;
/** Milliseconds without another keystroke before the search is sent. A user may search once a second. */
const DEBOUNCE_MS = 250;

export function useSearchResults(current: Search): SearchResults {
  const { api } = useClient();
  const search = useDebounced(current);
  const pages = useInfiniteQuery({
    queryKey: ["found", search],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return api.call("searchMessages", { ...paramsOf(search), limit: PAGE_SIZE, ...cursor }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: isSearchable(search),
  });
  // When the query becomes too short to search, the earlier results disappear at once.
  const results = (isSearchable(current) ? (pages.data?.pages ?? []) : []).flatMap(({ messages, matches }) =>
    messages.map((message, index) => ({ message, matches: matches[index] ?? [] })),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const key = JSON.stringify(search);
  const [requested, setRequested] = useState({ name: key, count: 1 });
  const count = requested.name === key ? requested.count : 1;
  // A page can be short or empty although more results follow.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && results.length < count) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage, results.length, count]);
  return {
    results,
    complete: !hasNextPage,
    loading: isFetching || (isSearchable(current) && key !== JSON.stringify(current)),
    indexing: pages.data?.pages.at(-1)?.indexing ?? false,
    error: pages.error ?? undefined,
    loadMore: () => setRequested({ name: key, count: results.length + 1 }),
  };
}

/** The search, once it has not changed for `DEBOUNCE_MS`. */
function useDebounced(current: Search): Search {
  const { clock } = useClient().ports;
  const [debounced, setDebounced] = useState(current);
  const key = JSON.stringify(current);
  useEffect(() => clock.after(DEBOUNCE_MS, () => setDebounced(JSON.parse(key) as Search)), [clock, key]);
  return debounced;
}
