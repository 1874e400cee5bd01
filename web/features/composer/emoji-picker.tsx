/** The emoji picker with search, skin tone and categories, in a chunk that is loaded when it is opened. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClient } from "../../core/client/context.tsx";
import { searchEmoji, withRecent } from "../../core/model/text/emoji-search.ts";
import { CategoryBar } from "./category-bar.tsx";
import { loadEmojis, type PickerEmoji } from "./emoji-data.ts";
import { EmojiGrid, type GridHandle } from "./emoji-grid.tsx";
import type { EmojiSection } from "./emoji-rows.tsx";
import { isTouchOnly } from "./is-touch-only.ts";
import { ToneButton, useTone } from "./tone-button.tsx";
import { RECENT, useCategories } from "./use-categories.ts";

const STORAGE_KEY = "recent-emoji";
/** Three rows. */
const MAX_RECENT = 24;

export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { i18n, t } = useLingui();
  const { storage } = useClient().ports;
  const emojis = useQuery({
    queryKey: ["emojis", i18n.locale],
    queryFn: () => loadEmojis(i18n.locale),
    staleTime: Infinity,
  });
  const [query, setQuery] = useState("");
  const [tone, nextTone] = useTone();
  const [recent] = useState(() => recentIn(storage.read(STORAGE_KEY)));
  const sections = useSections(emojis.data, { query, tone, recent });
  const [current, setCurrent] = useState<string>();
  const grid = useRef<GridHandle>(null);
  const pick = (emoji: string) => {
    storage.write(STORAGE_KEY, withRecent(recentIn(storage.read(STORAGE_KEY)), emoji, MAX_RECENT));
    onPick(emoji);
  };
  const searching = query.trim() !== "";
  return (
    <div className="flex h-96 max-h-[calc(100dvh-6rem)] w-92 max-w-[calc(100vw-1rem)] flex-col">
      <div className="flex items-center gap-2 p-2">
        <SearchField query={query} onChange={setQuery} grid={grid} />
        <ToneButton tone={tone} onPress={nextTone} />
      </div>
      {!searching && sections.length > 0 && (
        <CategoryBar
          categories={sections}
          current={current ?? sections[0]!.key}
          onChoose={(key) => {
            grid.current?.show(key);
            setCurrent(key);
          }}
        />
      )}
      {emojis.data && sections.length > 0 ? (
        <EmojiGrid
          // A new query starts at the top of the grid.
          key={query}
          ref={grid}
          label={t`Emoji`}
          sections={sections}
          onPick={pick}
          onSection={setCurrent}
        />
      ) : (
        <p role="status" className="grid flex-1 place-items-center text-sm text-soft">
          {emojis.data ? <Trans>Nothing found</Trans> : <Trans>Loading…</Trans>}
        </p>
      )}
    </div>
  );
}

interface SearchFieldProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
  /** The grid that the keys of the field control. */
  readonly grid: RefObject<GridHandle | null>;
}

function SearchField({ query, onChange, grid }: SearchFieldProps) {
  const { t } = useLingui();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isOfInputMethod(event.nativeEvent) || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    if (event.key === "ArrowDown") grid.current?.focus();
    else grid.current?.pick();
  };
  return (
    <input
      type="search"
      // On a phone, focusing the field would open the on-screen keyboard over the picker.
      autoFocus={!isTouchOnly()}
      autoComplete="off"
      enterKeyHint="done"
      aria-label={t`Search emoji`}
      placeholder={t`Search emoji`}
      value={query}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className="h-9 min-w-0 flex-1 rounded-full bg-hover px-4 text-sm placeholder:text-soft"
    />
  );
}

interface SectionsInput {
  readonly query: string;
  readonly tone: number;
  readonly recent: readonly string[];
}

/** The search results as one section, or all emoji by category after the recently used ones. */
function useSections(
  all: readonly PickerEmoji[] | undefined,
  { query, tone, recent }: SectionsInput,
): readonly EmojiSection[] {
  const { t } = useLingui();
  const categories = useCategories();
  const found = t`Found`;
  return useMemo(() => {
    if (!all) return [];
    const toned = ({ emoji, tones, label }: PickerEmoji) => ({ emoji: tones?.[tone - 1] ?? emoji, label });
    if (query.trim() !== "") {
      const fitting = searchEmoji(all, query).map(toned);
      return fitting.length === 0 ? [] : [{ key: "found", label: found, emojis: fitting }];
    }
    const labels = new Map(all.flatMap((each) => [each.emoji, ...(each.tones ?? [])].map((one) => [one, each.label])));
    return categories
      .map(({ key, label, group, Icon }) => ({
        key,
        label,
        Icon,
        emojis:
          key === RECENT
            ? recent.map((emoji) => ({ emoji, label: labels.get(emoji) ?? emoji }))
            : all.filter((each) => each.group === group).map(toned),
      }))
      .filter(({ emojis }) => emojis.length > 0);
  }, [all, categories, found, query, recent, tone]);
}

function recentIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, MAX_RECENT) : [];
}
