/** The dialog of the switcher, which finds chats, people, bots and messages. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClient } from "../../core/client/context.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { FilterButton } from "../search/filter-button.tsx";
import { Filters, type SearchFilters } from "../search/filters.tsx";
import { onScrollNearEnd } from "../search/result-list.tsx";
import { SearchStatus } from "../search/search-status.tsx";
import { isFiltered } from "../search/search.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ResultRow } from "./result-row.tsx";
import { useSwitcherResults, type SwitcherResult } from "./use-switcher-results.ts";
import { useSenders } from "./use-senders.ts";

const FILTERS_ID = "switcher-filters";
/** The next page is loaded when this many results or fewer remain after the selected one. */
const PREFETCH_DISTANCE = 5;

interface SwitcherDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SwitcherDialog({ open, onClose }: SwitcherDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Go to a chat`} bare>
      <SwitcherContent onDone={onClose} />
    </Dialog>
  );
}

function SwitcherContent({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const [filters, setFilters] = useState<SearchFilters>({});
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { results, searching, indexing, error, loadMore } = useSwitcherResults(query, filters);
  const go = useGo(onDone);
  const chosen = Math.min(index, results.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      if (chosen + PREFETCH_DISTANCE > results.length) loadMore();
      setIndex((chosen + step + results.length) % results.length);
    } else if (event.key === "Enter" && results[chosen]) {
      event.preventDefault();
      go(results[chosen]);
    }
  };
  const change = (update: () => void) => {
    update();
    setIndex(0);
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-soft" />
        <SwitcherField
          query={query}
          active={results[chosen] && `find-${chosen}`}
          onQuery={(text) => change(() => setQuery(text))}
          onKeyDown={onKeyDown}
        />
        <FilterButton
          controls={FILTERS_ID}
          open={filtersOpen}
          active={isFiltered({ query, ...filters })}
          onToggle={() => setFiltersOpen(!filtersOpen)}
        />
      </div>
      {filtersOpen && <SwitcherFilters value={filters} onChange={(value) => change(() => setFilters(value))} />}
      <ul
        id="finds"
        role="listbox"
        aria-label={t`Found`}
        onScroll={onScrollNearEnd(loadMore)}
        className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
      >
        <ResultRows results={results} chosen={chosen} onGo={go} />
      </ul>
      <SearchStatus indexing={indexing} error={error} />
      <p role="status" className="px-4 py-8 text-center text-soft empty:hidden">
        {results.length === 0 && !searching && error === undefined && <Trans>Nothing found</Trans>}
        {results.length === 0 && searching && <Trans>Searching…</Trans>}
      </p>
    </>
  );
}

interface SwitcherFieldProps {
  readonly query: string;
  /** The element id of the selected result. */
  readonly active: string | undefined;
  readonly onQuery: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SwitcherField({ query, active, onQuery, onKeyDown }: SwitcherFieldProps) {
  const { t } = useLingui();
  return (
    <input
      role="combobox"
      aria-expanded={active !== undefined}
      aria-controls="finds"
      aria-activedescendant={active}
      aria-autocomplete="list"
      aria-label={t`Name of a chat, person or bot`}
      placeholder={t`Search chats, people and messages`}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft focus-visible:shadow-[inset_0_-2px_0_var(--accent)]"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface SwitcherFiltersProps {
  readonly value: SearchFilters;
  readonly onChange: (value: SearchFilters) => void;
}

function SwitcherFilters({ value, onChange }: SwitcherFiltersProps) {
  const senders = useSenders();
  return (
    <div className="border-b border-line p-3">
      <Filters id={FILTERS_ID} value={value} senders={senders} onChange={onChange} />
    </div>
  );
}

interface ResultRowsProps {
  readonly results: readonly SwitcherResult[];
  readonly chosen: number;
  readonly onGo: (result: SwitcherResult) => void;
}

function ResultRows({ results, chosen, onGo }: ResultRowsProps) {
  return results.map((result, index) => (
    <ResultRow
      key={result.key}
      result={result}
      id={`find-${index}`}
      selected={index === chosen}
      separated={index > 0 && result.message !== undefined && results[index - 1]!.message === undefined}
      onGo={() => onGo(result)}
    />
  ));
}

function useGo(onDone: () => void): (result: SwitcherResult) => void {
  const client = useClient();
  const showErrorToast = useErrorToast();
  const navigate = useNavigate();
  const open = async (result: SwitcherResult) => {
    if (result.kind === "person") await client.chats.openChat(result.id);
    if (result.kind === "public") return navigate({ to: "/@{$username}", params: { username: result.username! } });
    const search = result.message ? { message: result.message.message_id } : {};
    return navigate({ to: "/chat/$chatId", params: { chatId: result.id }, search });
  };
  return (result) => {
    onDone();
    void open(result).catch(showErrorToast);
  };
}
