/** A grid of emoji in sections. The grid has the focus, and `aria-activedescendant` names the active emoji. */
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
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { COLUMNS, indexAfterKey, layOutSections } from "../../core/model/keyboard/section-grid.ts";
import { EmojiRows, type EmojiSection } from "./emoji-rows.tsx";

export interface GridHandle {
  readonly focus: () => void;
  /** Picks the active emoji. */
  readonly pick: () => void;
  /** Scrolls a section to the top. */
  readonly show: (key: string) => void;
}

interface EmojiGridProps {
  readonly ref: Ref<GridHandle>;
  readonly label: string;
  readonly sections: readonly EmojiSection[];
  readonly onPick: (emoji: string) => void;
  /** Reports the section at the top when it changes. */
  readonly onSection: (key: string) => void;
}

export function EmojiGrid({ ref, label, sections, onPick, onSection }: EmojiGridProps) {
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [scrolled, setScrolled] = useState(0);
  const sectionGrids = useMemo(() => layOutSections(sections.map(({ emojis }) => emojis.length)), [sections]);
  const all = useMemo(() => sections.flatMap(({ emojis }) => emojis), [sections]);
  const pick = (index = active) => all[index] && onPick(all[index].emoji);
  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    pick: () => pick(),
    show(key) {
      const part = sectionGrids[sections.findIndex((each) => each.key === key)];
      if (!view.current || !part) return;
      view.current.scrollTop = part.top_rem * remIn_px();
      setActive(part.first);
    },
  }));
  const scrollToActive = useScrollToActive(view, active);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = indexAfterKey(event.key, active, { parts: sectionGrids, isRtl });
    if (next === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    void (next === undefined ? pick() : setActive(next));
  };
  const onScroll = ({ scrollTop }: HTMLElement) => {
    const top_rem = scrollTop / remIn_px();
    setScrolled(Math.floor(top_rem));
    const at = sectionGrids.findLastIndex((part) => part.top_rem <= top_rem + 0.1);
    if (sections[at]) onSection(sections[at].key);
  };
  return (
    <div
      ref={view}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-colcount={COLUMNS}
      aria-rowcount={sectionGrids.reduce((sum, { rows }) => sum + rows, 0)}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
      onFocus={scrollToActive}
      onClick={({ target }) => pick(indexOf(target as HTMLElement))}
      onScroll={(event) => onScroll(event.currentTarget)}
      className="group/grid relative min-h-0 flex-1 select-none overflow-y-auto overscroll-contain pb-2 outline-offset-[-2px]"
    >
      {sectionGrids.map((part, index) => (
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

/** Scrolls the active emoji into view when it changes and when the grid gets the focus. */
function useScrollToActive(view: RefObject<HTMLDivElement | null>, active: number): () => void {
  const scrollToActive = () =>
    view.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  const latest = useStableCallback(scrollToActive);
  useEffect(() => {
    if (document.activeElement === view.current) latest();
  }, [active, latest, view]);
  return scrollToActive;
}

/** The index of the clicked emoji; -1 if none was clicked. */
function indexOf(pressed: HTMLElement): number {
  return Number(pressed.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? -1);
}

/** The user can choose the text size, so `rem` is not constant. */
function remIn_px(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
