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
/** Milliseconds without a further letter after which is searched: people may search once a second. */
const SETTLED_MS = 250;

export function useFound(wanted: Search): Found {
  const { api } = useClient();
  const search = useSettled(wanted);
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
  // Where nothing is asked any more, what was found before goes at once.
  const found = (isEnough(wanted) ? (pages.data?.pages ?? []) : []).flatMap(({ messages, matches }) =>
    messages.map((message, index) => ({ message, matches: matches[index] ?? [] })),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const name = JSON.stringify(search);
  const [asked, setAsked] = useState({ name, count: 1 });
  const count = asked.name === name ? asked.count : 1;
  // A page may be short, or empty, although there is more to be found.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && found.length < count) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage, found.length, count]);
  return {
    found,
    complete: !hasNextPage,
    waiting: isFetching || (isEnough(wanted) && name !== JSON.stringify(wanted)),
    indexing: pages.data?.pages.at(-1)?.indexing ?? false,
    fault: pages.error ?? undefined,
    more: () => setAsked({ name, count: found.length + 1 }),
  };
}

/** What is searched for, once it has stayed the same for a moment. */
function useSettled(wanted: Search): Search {
  const { clock } = useClient().ports;
  const [settled, setSettled] = useState(wanted);
  const name = JSON.stringify(wanted);
  useEffect(() => clock.after(SETTLED_MS, () => setSettled(JSON.parse(name) as Search)), [clock, name]);
  return settled;
}
