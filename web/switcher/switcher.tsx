/** Ctrl-K: goes to any chat, person or bot by a few letters of the name. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { useClient } from "../client/context.tsx";
import { useComplain } from "../rights/use-sentence.ts";
import { FilterButton } from "../search/filter-button.tsx";
import { Filters, type Filtering } from "../search/filters.tsx";
import { nearEnd } from "../search/found-list.tsx";
import { FoundNote } from "../search/found-note.tsx";
import { isFiltered } from "../search/search.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useSummoned } from "../ui/use-summoned.ts";
import { FindRow } from "./find-row.tsx";
import { useFinds, type Find } from "./use-finds.ts";
import { useSenders } from "./use-senders.ts";

const OPEN = "heliogram:switcher";
const FILTERS = "switcher-filters";
/** So many finds before the last one that is here, more are asked for. */
const AHEAD = 5;

/** @returns the function that opens it, from wherever */
export function useSwitcher(): () => void {
  return () => void window.dispatchEvent(new Event(OPEN));
}

export function Switcher() {
  const { t } = useLingui();
  const [open, close] = useSummoned(OPEN, "find_chat");
  return (
    <Dialog open={open} onClose={close} title={t`Go to a chat`} bare>
      <Finder onDone={close} />
    </Dialog>
  );
}

function Finder({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const [filtering, setFiltering] = useState<Filtering>({});
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { finds, searching, indexing, fault, more } = useFinds(query, filtering);
  const go = useGo(onDone);
  const chosen = Math.min(at, finds.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && finds.length > 0) {
      event.preventDefault();
      if (chosen + AHEAD > finds.length) more();
      setAt((chosen + step + finds.length) % finds.length);
    } else if (event.key === "Enter" && finds[chosen] && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(finds[chosen]);
    }
  };
  const change = (how: () => void) => {
    how();
    setAt(0);
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-soft" />
        <FinderField
          query={query}
          active={finds[chosen] && `find-${chosen}`}
          onQuery={(words) => change(() => setQuery(words))}
          onKeyDown={onKeyDown}
        />
        <FilterButton
          controls={FILTERS}
          open={filtersOpen}
          active={isFiltered({ query, ...filtering })}
          onToggle={() => setFiltersOpen(!filtersOpen)}
        />
      </div>
      {filtersOpen && <FinderFilters value={filtering} onChange={(value) => change(() => setFiltering(value))} />}
      <ul
        id="finds"
        role="listbox"
        aria-label={t`Found`}
        onScroll={nearEnd(more)}
        className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
      >
        <FindRows finds={finds} chosen={chosen} onGo={go} />
      </ul>
      <FoundNote indexing={indexing} fault={fault} />
      <p role="status" className="px-4 py-8 text-center text-soft empty:hidden">
        {finds.length === 0 && !searching && fault === undefined && <Trans>Nothing found</Trans>}
        {finds.length === 0 && searching && <Trans>Searching…</Trans>}
      </p>
    </>
  );
}

interface FinderFieldProps {
  readonly query: string;
  /** The id of what Enter goes to. */
  readonly active: string | undefined;
  readonly onQuery: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function FinderField({ query, active, onQuery, onKeyDown }: FinderFieldProps) {
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

interface FinderFiltersProps {
  readonly value: Filtering;
  readonly onChange: (value: Filtering) => void;
}

function FinderFilters({ value, onChange }: FinderFiltersProps) {
  const senders = useSenders();
  return (
    <div className="border-b border-line p-3">
      <Filters id={FILTERS} value={value} senders={senders} onChange={onChange} />
    </div>
  );
}

interface FindRowsProps {
  readonly finds: readonly Find[];
  readonly chosen: number;
  readonly onGo: (find: Find) => void;
}

function FindRows({ finds, chosen, onGo }: FindRowsProps) {
  return finds.map((find, index) => (
    <FindRow
      key={find.key}
      find={find}
      id={`find-${index}`}
      chosen={index === chosen}
      begins={index > 0 && find.message !== undefined && finds[index - 1]!.message === undefined}
      onGo={() => onGo(find)}
    />
  ));
}

function useGo(onDone: () => void): (find: Find) => void {
  const client = useClient();
  const complain = useComplain();
  const navigate = useNavigate();
  const open = async (find: Find) => {
    if (find.way === "person") await client.chats.openChat(find.id);
    if (find.way === "public") return navigate({ to: "/@{$username}", params: { username: find.username! } });
    const search = find.message ? { message: find.message.message_id } : {};
    return navigate({ to: "/chat/$chatId", params: { chatId: find.id }, search });
  };
  return (find) => {
    onDone();
    void open(find).catch(complain);
  };
}
