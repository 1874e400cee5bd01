/** The title of the browser's tab: the names of what is open, the innermost first, after the number of unread messages. */
import { useLingui } from "@lingui/react";
import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from "react";

const PRODUCT = "Heliogram";
const SEPARATOR = " · ";

/** A page is named outside its parts: a tab of a page, or the panel beside a chat. */
const LEVELS = { part: 0, page: 1 };
type Level = keyof typeof LEVELS;

interface Name {
  readonly level: Level;
  text: string;
}

/** The names of all that is open now. A browser has one title, so there is one set. */
const open = new Set<Name>();
let unread = 0;

function update(): void {
  const names = [...open].filter(({ text }) => text !== "").sort((a, b) => LEVELS[a.level] - LEVELS[b.level]);
  const title = [...names.map(({ text }) => text), PRODUCT].join(SEPARATOR);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/** Shows a number of unread messages in the title. */
export function showUnreadCount(count: number): void {
  unread = count;
  update();
}

/** Adds a name to the title while the component is mounted. */
export function usePageTitle(text: string, level: Level = "page"): void {
  useName(() => text, level);
}

interface PageHeadingProps extends Omit<ComponentProps<"h1">, "ref"> {
  /** Whether it gets the focus when its text changes and what had the focus is gone, so that it is read out. */
  readonly takesFocus?: boolean;
}

/** The heading of a page, whose text is in the title too. */
export function PageHeading({ children, takesFocus = false, ...props }: PageHeadingProps) {
  // The text changes with the language.
  useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string>(undefined);
  useName(() => heading.current?.textContent ?? "", "page");
  useEffect(() => {
    const text = heading.current?.textContent ?? "";
    const isOther = before.current !== undefined && before.current !== text;
    before.current = text;
    if (takesFocus && isOther && document.activeElement === document.body) heading.current?.focus();
  });
  return (
    <h1 ref={heading} {...(takesFocus && { tabIndex: -1 })} {...props}>
      {children}
    </h1>
  );
}

function useName(read: () => string, level: Level): void {
  const [name] = useState<Name>(() => ({ level, text: "" }));
  useLayoutEffect(() => {
    open.add(name);
    return () => {
      open.delete(name);
      update();
    };
  }, [name]);
  useLayoutEffect(() => {
    const text = read().trim();
    if (name.text === text) return;
    name.text = text;
    update();
  });
}
