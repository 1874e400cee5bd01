/** Content that scrolls sideways within a message if it is wide. */
import { useEffect, useRef, useState, type ReactNode } from "react";

interface ScrollBoxProps {
  /** What it contains, for people who do not see it. */
  readonly label: string;
  readonly children: ReactNode;
}

export function ScrollBox({ label, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const isWide = useOverflow(box);
  // A container that scrolls can be reached by the keyboard, and only that one.
  const scrolls = isWide ? { tabIndex: 0, role: "region", "aria-label": label } : {};
  return (
    <div ref={box} {...scrolls} className="max-w-full overflow-x-auto overflow-y-hidden">
      {children}
    </div>
  );
}

/** Whether the content is wider than the element. */
function useOverflow(element: { readonly current: HTMLElement | null }): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const observed = element.current!;
    const observer = new ResizeObserver(() => setWide(observed.scrollWidth > observed.clientWidth));
    observer.observe(observed);
    if (observed.firstElementChild) observer.observe(observed.firstElementChild);
    return () => observer.disconnect();
  }, [element]);
  return isWide;
}
