/**
 * A roving tab index over a long list of which only some rows are rendered: the list is one tab stop, and keys move
 * between its rows. The row in the tab order has to be rendered wherever it is.
 */
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { rowAfterKey } from "../../core/model/keyboard/row-keys.ts";

interface RovingRowsInput {
  /** Contains the rows. Each has an element with this `data-row`, which takes the focus. */
  readonly list: RefObject<HTMLElement | null>;
  readonly ids: readonly number[];
  /** The row in the tab order while the focus is elsewhere, for example the one that is open. */
  readonly preferred: number | undefined;
}

interface RovingRows {
  /** The index of the row in the tab order. */
  readonly active: number;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function useRovingRows({ list, ids, preferred }: RovingRowsInput): RovingRows {
  const [last, setLast] = useState<number>();
  const [isWithin, setIsWithin] = useState(false);
  const pending = useRef<number>(undefined);
  const wanted = isWithin ? [last, preferred] : [preferred, last];
  const active = Math.max(0, wanted.map((id) => (id === undefined ? -1 : ids.indexOf(id))).find((at) => at >= 0) ?? 0);

  // A row outside the viewport has to be rendered before it can be focused.
  useLayoutEffect(() => {
    if (pending.current === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${pending.current}"]`);
    pending.current = undefined;
    row?.focus();
  });

  return {
    active,
    onFocus({ target }) {
      const id = rowIdOf(target);
      if (id === undefined) return;
      setLast(id);
      setIsWithin(true);
    },
    onBlur({ relatedTarget }) {
      if (!(relatedTarget instanceof Node && list.current?.contains(relatedTarget))) setIsWithin(false);
    },
    onKeyDown(event) {
      if (rowIdOf(event.target) === undefined) return;
      const next = rowAfterKey(event.nativeEvent, active, ids.length);
      if (next === undefined || next === active) return;
      event.preventDefault();
      event.stopPropagation();
      pending.current = ids[next];
      setLast(ids[next]);
    },
  };
}

function rowIdOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row ? Number(row.dataset.row) : undefined;
}
