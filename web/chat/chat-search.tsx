/** Looks for words in a chat: each find is gone to, the newest first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useClient } from "../client/context.tsx";
import { IconButton } from "../ui/button.tsx";
import { ReasonedIcon } from "../ui/reasoned-button.tsx";
import { useBackEnds } from "./use-back-ends.ts";
import { SEARCH_ID } from "./use-find-key.ts";

interface ChatSearchProps {
  readonly chat_id: number;
  readonly onGo: (message_id: number) => void;
  readonly onClose: () => void;
}

const PAGE = 50;

export function ChatSearch({ chat_id, onGo, onClose }: ChatSearchProps) {
  const { t } = useLingui();
  useBackEnds(onClose);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { found, complete, waiting, more } = useFound(chat_id, useDeferredValue(query.trim()));
  const chosen = found[Math.min(at, found.length - 1)];
  const go = useRef(onGo);
  useEffect(() => void (go.current = onGo));
  useEffect(() => {
    if (chosen !== undefined) go.current(chosen);
  }, [chosen]);
  const step = (by: number) => {
    const next = Math.max(0, Math.min(found.length - 1, at + by));
    if (next + 5 > found.length && !complete) more();
    setAt(next);
  };
  const number = Math.min(at, found.length - 1) + 1;
  const count = found.length;
  return (
    <search
      aria-label={t`In this chat`}
      className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line bg-surface p-2 md:px-4"
    >
      <input
        id={SEARCH_ID}
        type="search"
        autoFocus
        aria-label={t`Search in this chat`}
        placeholder={t`Search in this chat`}
        autoComplete="off"
        className="h-10 min-w-0 flex-1 basis-24 rounded-full bg-hover px-4 outline-none placeholder:text-soft focus-visible:outline-2 [&::-webkit-search-cancel-button]:hidden"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (event.key === "Enter" || event.key === "ArrowUp") step(event.shiftKey ? -1 : 1);
          else if (event.key === "ArrowDown") step(-1);
          else return;
          event.preventDefault();
        }}
      />
      <div className="ms-auto flex items-center gap-1">
        {query.trim() !== "" && <FindCount number={number} count={count} complete={complete} waiting={waiting} />}
        <Steps older={at < count - 1} newer={at > 0} onStep={step} />
        <IconButton label={t`Close the search`} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </search>
  );
}

interface StepsProps {
  /** Whether there are older finds than the one that is shown. */
  readonly older: boolean;
  readonly newer: boolean;
  readonly onStep: (by: 1 | -1) => void;
}

function Steps({ older, newer, onStep }: StepsProps) {
  const { t } = useLingui();
  return (
    <>
      <ReasonedIcon
        label={t`Older find`}
        reason={older ? undefined : t`There is no older find.`}
        onClick={() => onStep(1)}
      >
        <ChevronUp aria-hidden className="size-5" />
      </ReasonedIcon>
      <ReasonedIcon
        label={t`Newer find`}
        reason={newer ? undefined : t`There is no newer find.`}
        onClick={() => onStep(-1)}
      >
        <ChevronDown aria-hidden className="size-5" />
      </ReasonedIcon>
    </>
  );
}

interface FindCountProps {
  readonly number: number;
  readonly count: number;
  readonly complete: boolean;
  readonly waiting: boolean;
}

function FindCount({ number, count, complete, waiting }: FindCountProps) {
  return (
    <p role="status" className="shrink-0 px-1 text-sm tabular-nums md:px-2 text-soft">
      {count > 0 ? (
        <Trans>
          {number} of {complete ? count : `${count}+`}
        </Trans>
      ) : waiting ? (
        <Trans>Searching…</Trans>
      ) : (
        <Trans>Nothing found</Trans>
      )}
    </p>
  );
}

function useFound(chat_id: number, query: string) {
  const { api } = useClient();
  const pages = useInfiniteQuery({
    queryKey: ["found in", chat_id, query],
    queryFn: async ({ pageParam }) => {
      const before = pageParam === undefined ? {} : { before: pageParam };
      const { messages } = await api.call("searchMessages", { chat_id, query, limit: PAGE, ...before });
      return messages.map(({ message_id }) => message_id);
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
    enabled: query !== "",
  });
  return {
    found: pages.data?.pages.flat() ?? [],
    complete: !pages.hasNextPage,
    waiting: pages.isFetching,
    more: () => void pages.fetchNextPage(),
  };
}
