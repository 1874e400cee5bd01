/** Searches the open chat. Each selected result is shown in the chat, the newest first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { FilterButton } from "../search/filter-button.tsx";
import { Filters, type SearchFilters } from "../search/filters.tsx";
import { ResultList, optionId } from "../search/result-list.tsx";
import { SearchStatus } from "../search/search-status.tsx";
import { isSearchable, isFiltered } from "../search/search.ts";
import { useSearchResults, type SearchResults } from "../search/use-search-results.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { usePlace } from "../../core/client/use-place.ts";
import { placeParams } from "../../core/model/chats/place.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { useExitOnBack } from "./use-exit-on-back.ts";
import { SEARCH_ID } from "./use-find-shortcut.ts";
import { useSenders } from "./use-senders.ts";

interface ChatSearchProps {
  readonly row: ChatDetails;
  readonly onGo: (message_id: number) => void;
  readonly onClose: () => void;
}

const LIST_ID = "found-messages";
const FILTERS_ID = "chat-search-filters";
/** The next page is loaded when this many results or fewer remain after the selected one. */
const PREFETCH_DISTANCE = 5;

export function ChatSearch({ row, onGo, onClose }: ChatSearchProps) {
  const { t } = useLingui();
  useExitOnBack(onClose);
  const [query, setQuery] = useState("");
  const [filters, setFilters] = useState<SearchFilters>({});
  const [filtersOpen, setFiltersOpen] = useState(false);
  const senders = useSenders(row, filtersOpen);
  const search = { query: query.trim(), ...placeParams(usePlace(row.chat.id)), ...filters };
  const searchResults = useSearchResults(search);
  const { results, complete, loading, indexing, error, loadMore } = searchResults;
  const { index, goTo, step } = useResultNavigation(searchResults, onGo);
  const count = results.length;
  const change = (update: () => void) => {
    update();
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
          active={count > 0 ? optionId(LIST_ID, index) : undefined}
          onQuery={(text) => change(() => setQuery(text))}
          onStep={step}
          onClose={onClose}
        />
        <div className="ms-auto flex items-center gap-1">
          {isSearchable(search) && (
            <ResultCount number={index + 1} count={count} complete={complete} loading={loading} />
          )}
          <FilterButton
            controls={FILTERS_ID}
            open={filtersOpen}
            active={isFiltered(search)}
            onToggle={() => setFiltersOpen(!filtersOpen)}
          />
          <StepButtons older={index < count - 1} newer={index > 0} onStep={step} />
          <IconButton label={t`Close the search`} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {filtersOpen && (
        <Filters
          id={FILTERS_ID}
          value={filters}
          senders={senders}
          onChange={(value) => change(() => setFilters(value))}
        />
      )}
      {count > 0 && (
        <ResultList id={LIST_ID} results={results} selectedIndex={index} onChoose={goTo} loadMore={loadMore} />
      )}
      <SearchStatus indexing={indexing} error={error} />
    </search>
  );
}

/** Selects results one after another. The selected one is shown in the chat. */
function useResultNavigation({ results, complete, loadMore }: SearchResults, onGo: (message_id: number) => void) {
  const [selected, goTo] = useState(0);
  const index = Math.max(0, Math.min(selected, results.length - 1));
  const selectedId = results[index]?.message.message_id;
  const go = useRef(onGo);
  useEffect(() => void (go.current = onGo));
  useEffect(() => {
    if (selectedId !== undefined) go.current(selectedId);
  }, [selectedId]);
  const step = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(results.length - 1, index + by));
    if (next + PREFETCH_DISTANCE > results.length && !complete) loadMore();
    goTo(next);
  };
  return { index, goTo, step };
}

interface SearchFieldProps {
  readonly query: string;
  /** The element id of the selected result. */
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
      aria-controls={active === undefined ? undefined : LIST_ID}
      aria-activedescendant={active}
      placeholder={t`Search in this chat`}
      autoComplete="off"
      className="h-10 min-w-0 flex-1 basis-24 rounded-full bg-hover px-4 outline-none placeholder:text-soft focus-visible:outline-2 [&::-webkit-search-cancel-button]:hidden"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (isOfInputMethod(event.nativeEvent)) return;
        if (event.key === "Escape") onClose();
        else if (event.key === "Enter" || event.key === "ArrowUp") onStep(event.shiftKey ? -1 : 1);
        else if (event.key === "ArrowDown") onStep(-1);
        else return;
        event.preventDefault();
      }}
    />
  );
}

interface StepButtonsProps {
  /** Whether there are older results than the selected one. */
  readonly older: boolean;
  readonly newer: boolean;
  readonly onStep: (by: 1 | -1) => void;
}

function StepButtons({ older, newer, onStep }: StepButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      <IconButtonWithReason
        label={t`Older find`}
        reason={older ? undefined : t`There is no older find.`}
        onClick={() => onStep(1)}
      >
        <ChevronUp aria-hidden className="size-5" />
      </IconButtonWithReason>
      <IconButtonWithReason
        label={t`Newer find`}
        reason={newer ? undefined : t`There is no newer find.`}
        onClick={() => onStep(-1)}
      >
        <ChevronDown aria-hidden className="size-5" />
      </IconButtonWithReason>
    </>
  );
}

interface ResultCountProps {
  readonly number: number;
  readonly count: number;
  readonly complete: boolean;
  readonly loading: boolean;
}

function ResultCount({ number, count, complete, loading }: ResultCountProps) {
  return (
    <p role="status" className="shrink-0 px-1 text-sm tabular-nums md:px-2 text-soft">
      {count > 0 ? (
        <Trans>
          {number} of {complete ? count : `${count}+`}
        </Trans>
      ) : loading ? (
        <Trans>Searching…</Trans>
      ) : (
        <Trans>Nothing found</Trans>
      )}
    </p>
  );
}
