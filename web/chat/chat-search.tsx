/** Looks for words in a chat: each find is gone to, the newest first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FilterButton } from "../search/filter-button.tsx";
import { Filters, type Filtering } from "../search/filters.tsx";
import { FoundList, optionId } from "../search/found-list.tsx";
import { FoundNote } from "../search/found-note.tsx";
import { isEnough, isFiltered } from "../search/search.ts";
import { useFound, type Found } from "../search/use-found.ts";
import type { ChatDetails } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { ReasonedIcon } from "../ui/reasoned-button.tsx";
import { useBackEnds } from "./use-back-ends.ts";
import { SEARCH_ID } from "./use-find-key.ts";
import { useSenders } from "./use-senders.ts";

interface ChatSearchProps {
  readonly row: ChatDetails;
  readonly onGo: (message_id: number) => void;
  readonly onClose: () => void;
}

const LIST = "found-messages";
const FILTERS = "chat-search-filters";
/** So many finds before the last one that is here, more are asked for. */
const AHEAD = 5;

export function ChatSearch({ row, onGo, onClose }: ChatSearchProps) {
  const { t } = useLingui();
  useBackEnds(onClose);
  const [query, setQuery] = useState("");
  const [filtering, setFiltering] = useState<Filtering>({});
  const [filtersOpen, setFiltersOpen] = useState(false);
  const senders = useSenders(row, filtersOpen);
  const search = { query: query.trim(), chat_id: row.chat.id, ...filtering };
  const finds = useFound(search);
  const { found, complete, waiting, indexing, fault, more } = finds;
  const { place, goTo, step } = useWalk(finds, onGo);
  const count = found.length;
  const change = (how: () => void) => {
    how();
    goTo(0);
  };
  return (
    <search
      aria-label={t`In this chat`}
      className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface p-2 md:px-4"
    >
      <div className="flex flex-wrap items-center gap-1">
        <SearchField
          query={query}
          active={count > 0 ? optionId(LIST, place) : undefined}
          onQuery={(words) => change(() => setQuery(words))}
          onStep={step}
          onClose={onClose}
        />
        <div className="ms-auto flex items-center gap-1">
          {isEnough(search) && <FindCount number={place + 1} count={count} complete={complete} waiting={waiting} />}
          <FilterButton
            controls={FILTERS}
            open={filtersOpen}
            active={isFiltered(search)}
            onToggle={() => setFiltersOpen(!filtersOpen)}
          />
          <Steps older={place < count - 1} newer={place > 0} onStep={step} />
          <IconButton label={t`Close the search`} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {filtersOpen && (
        <Filters
          id={FILTERS}
          value={filtering}
          senders={senders}
          onChange={(value) => change(() => setFiltering(value))}
        />
      )}
      {count > 0 && <FoundList id={LIST} found={found} chosen={place} onChoose={goTo} more={more} />}
      <FoundNote indexing={indexing} fault={fault} />
    </search>
  );
}

/** Goes from find to find: each that is chosen is shown in the chat. */
function useWalk({ found, complete, more }: Found, onGo: (message_id: number) => void) {
  const [at, goTo] = useState(0);
  const place = Math.max(0, Math.min(at, found.length - 1));
  const chosen = found[place]?.message.message_id;
  const go = useRef(onGo);
  useEffect(() => void (go.current = onGo));
  useEffect(() => {
    if (chosen !== undefined) go.current(chosen);
  }, [chosen]);
  const step = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(found.length - 1, place + by));
    if (next + AHEAD > found.length && !complete) more();
    goTo(next);
  };
  return { place, goTo, step };
}

interface SearchFieldProps {
  readonly query: string;
  /** The id of the find that is shown. */
  readonly active: string | undefined;
  readonly onQuery: (query: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

function SearchField({ query, active, onQuery, onStep, onClose }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <input
      id={SEARCH_ID}
      type="search"
      autoFocus
      aria-label={t`Search in this chat`}
      aria-controls={active === undefined ? undefined : LIST}
      aria-activedescendant={active}
      placeholder={t`Search in this chat`}
      autoComplete="off"
      className="h-10 min-w-0 flex-1 basis-24 rounded-full bg-hover px-4 outline-none placeholder:text-soft focus-visible:outline-2 [&::-webkit-search-cancel-button]:hidden"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else if (event.key === "Enter" || event.key === "ArrowUp") onStep(event.shiftKey ? -1 : 1);
        else if (event.key === "ArrowDown") onStep(-1);
        else return;
        event.preventDefault();
      }}
    />
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
