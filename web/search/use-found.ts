/** The messages that a search finds, the newest first, page by page. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../client/context.tsx";
import type { Range } from "../model/excerpt.ts";
import { isEnough, paramsOf, type Search } from "./search.ts";

export interface FoundMessage {
  readonly message: Message;
  readonly matches: readonly Range[];
}

export interface Found {
  readonly found: readonly FoundMessage[];
  /** Whether there is nothing older to be found. */
  readonly complete: boolean;
  readonly waiting: boolean;
  /** Whether older messages are still being taken into the index. */
  readonly indexing: boolean;
  readonly fault: unknown;
  readonly more: () => void;
}

const PAGE = 40;

export function useFound(search: Search): Found {
  const { api } = useClient();
  const pages = useInfiniteQuery({
    queryKey: ["found", search],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return api.call("searchMessages", { ...paramsOf(search), limit: PAGE, ...cursor }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: isEnough(search),
  });
  const found = (pages.data?.pages ?? []).flatMap(({ messages, matches }) =>
    messages.map((message, index) => ({ message, matches: matches[index] ?? [] })),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const name = JSON.stringify(search);
  const [wanted, setWanted] = useState({ name, count: 1 });
  const count = wanted.name === name ? wanted.count : 1;
  // A page may be short, or empty, although there is more to be found.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && found.length < count) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage, found.length, count]);
  return {
    found,
    complete: !hasNextPage,
    waiting: isFetching,
    indexing: pages.data?.pages.at(-1)?.indexing ?? false,
    fault: pages.error ?? undefined,
    more: () => setWanted({ name, count: found.length + 1 }),
  };
}
