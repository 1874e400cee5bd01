/** All emoji, to choose one from by looking or by searching; a part of the client that is fetched when it is opened. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useClient } from "../client/context.tsx";
import { findEmojis, withRecent } from "../model/emoji-search.ts";
import { CategoryBar } from "./category-bar.tsx";
import { loadEmojis, type PickerEmoji } from "./emoji-data.ts";
import { EmojiGrid, type GridHandle } from "./emoji-grid.tsx";
import type { EmojiSection } from "./emoji-rows.tsx";
import { onPhone } from "./on-phone.ts";
import { ToneButton, useTone } from "./tone-button.tsx";
import { RECENT, useCategories } from "./use-categories.ts";

const STORED = "recent-emoji";
/** Three rows. */
const MOST_RECENT = 24;

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
  const [recent] = useState(() => recentIn(storage.read(STORED)));
  const sections = useSections(emojis.data, { query, tone, recent });
  const [current, setCurrent] = useState<string>();
  const grid = useRef<GridHandle>(null);
  const pick = (emoji: string) => {
    storage.write(STORED, withRecent(recentIn(storage.read(STORED)), emoji, MOST_RECENT));
    onPick(emoji);
  };
  const searching = query.trim() !== "";
  return (
    <div className="flex h-96 max-h-[calc(100dvh-6rem)] w-84 max-w-[calc(100vw-1rem)] flex-col">
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
          // What was found is looked at from its beginning.
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
  /** What the keys of the field lead to. */
  readonly grid: RefObject<GridHandle | null>;
}

function SearchField({ query, onChange, grid }: SearchFieldProps) {
  const { t } = useLingui();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    if (event.key === "ArrowDown") grid.current?.focus();
    else grid.current?.pick();
  };
  return (
    <input
      type="search"
      // A field that takes the focus on a phone brings up the keyboard over what was just opened.
      autoFocus={!onPhone()}
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

interface Shown {
  readonly query: string;
  readonly tone: number;
  readonly recent: readonly string[];
}

/** What was found in one section, or all by category with those used last before them. */
function useSections(all: readonly PickerEmoji[] | undefined, { query, tone, recent }: Shown): readonly EmojiSection[] {
  const { t } = useLingui();
  const categories = useCategories();
  const found = t`Found`;
  return useMemo(() => {
    if (!all) return [];
    const toned = ({ emoji, tones, label }: PickerEmoji) => ({ emoji: tones?.[tone - 1] ?? emoji, label });
    if (query.trim() !== "") {
      const fitting = findEmojis(all, query).map(toned);
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
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, MOST_RECENT) : [];
}
