/** Emoji in rows, section by section; the keyboard is on the whole, and one of them is chosen. */
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from "react";
import { useSteady } from "../client/use-steady.ts";
import { COLUMNS, placeAfter, sectionsOf } from "../model/grid.ts";
import { EmojiRows, type EmojiSection } from "./emoji-rows.tsx";

export interface GridHandle {
  readonly focus: () => void;
  /** Picks the one that is chosen. */
  readonly pick: () => void;
  /** Brings a section to the top. */
  readonly show: (key: string) => void;
}

interface EmojiGridProps {
  readonly ref: Ref<GridHandle>;
  readonly label: string;
  readonly sections: readonly EmojiSection[];
  readonly onPick: (emoji: string) => void;
  /** Told which section is at the top. */
  readonly onSection: (key: string) => void;
}

export function EmojiGrid({ ref, label, sections, onPick, onSection }: EmojiGridProps) {
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [scrolled, setScrolled] = useState(0);
  const parts = useMemo(() => sectionsOf(sections.map(({ emojis }) => emojis.length)), [sections]);
  const all = useMemo(() => sections.flatMap(({ emojis }) => emojis), [sections]);
  const pick = (place = active) => all[place] && onPick(all[place].emoji);
  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    pick: () => pick(),
    show(key) {
      const part = parts[sections.findIndex((each) => each.key === key)];
      if (!view.current || !part) return;
      view.current.scrollTop = part.top_rem * remIn_px();
      setActive(part.first);
    },
  }));
  const seek = useSeek(view, active);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = placeAfter(event.key, active, { parts, isRtl });
    if (next === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    void (next === undefined ? pick() : setActive(next));
  };
  const onScroll = ({ scrollTop }: HTMLElement) => {
    const top_rem = scrollTop / remIn_px();
    setScrolled(Math.floor(top_rem));
    const at = parts.findLastIndex((part) => part.top_rem <= top_rem + 0.1);
    if (sections[at]) onSection(sections[at].key);
  };
  return (
    <div
      ref={view}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-colcount={COLUMNS}
      aria-rowcount={parts.reduce((sum, { rows }) => sum + rows, 0)}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
      onFocus={seek}
      onClick={({ target }) => pick(placeOf(target as HTMLElement))}
      onScroll={(event) => onScroll(event.currentTarget)}
      className="group/grid relative min-h-0 flex-1 select-none overflow-y-auto overscroll-contain pb-2 outline-offset-[-2px]"
    >
      {parts.map((part, index) => (
        <EmojiRows
          key={sections[index]!.key}
          id={id}
          section={sections[index]!}
          part={part}
          active={active}
          scrolled_rem={scrolled}
        />
      ))}
    </div>
  );
}

/** Brings the one that is chosen into sight, when another one is and when the keyboard comes. */
function useSeek(view: RefObject<HTMLDivElement | null>, active: number): () => void {
  const seek = () => view.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  const latest = useSteady(seek);
  useEffect(() => {
    if (document.activeElement === view.current) latest();
  }, [active, latest, view]);
  return seek;
}

/** -1 beside them. */
function placeOf(pressed: HTMLElement): number {
  return Number(pressed.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? -1);
}

/** The size of text is the person's choice. */
function remIn_px(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
