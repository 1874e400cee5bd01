/** A section of the emoji grid. Only its label and the rows near the viewport are rendered. */
import type { LucideIcon } from "lucide-react";
import { COLUMNS, HEADING_REM, ROW_REM, type GridSection } from "../../core/model/keyboard/section-grid.ts";
import { classes } from "../../ui/classes.ts";

export interface EmojiSection {
  readonly key: string;
  readonly label: string;
  readonly Icon?: LucideIcon;
  readonly emojis: readonly { readonly emoji: string; readonly label: string }[];
}

interface EmojiRowsProps {
  readonly id: string;
  readonly section: EmojiSection;
  readonly part: GridSection;
  /** The index of the active emoji among all. */
  readonly active: number;
  /** The scroll position of the grid. */
  readonly scrolled_rem: number;
}

/** Rendered above and below the viewport. */
const OVERSCAN_REM = 8;
/** The maximum height of the grid. */
const MAX_HEIGHT_REM = 24;

export function EmojiRows({ id, section: { label, emojis }, part, active, scrolled_rem }: EmojiRowsProps) {
  // The row of the active emoji is always rendered, because `aria-activedescendant` refers to it.
  const activeRow = Math.floor((active - part.first) / COLUMNS);
  const top = (row: number) => HEADING_REM + row * ROW_REM;
  const isNear = (row: number) => {
    const at_rem = part.top_rem + top(row);
    const below_rem = at_rem - scrolled_rem;
    return row === activeRow || (below_rem + ROW_REM > -OVERSCAN_REM && below_rem < MAX_HEIGHT_REM + OVERSCAN_REM);
  };
  const rows = Array.from({ length: part.rows }, (_, row) => row).filter(isNear);
  return (
    <div role="rowgroup" aria-label={label} className="relative" style={{ height: `${top(part.rows)}rem` }}>
      <p aria-hidden className="sticky top-0 z-10 h-7 bg-raised px-3 py-1.5 text-xs font-semibold text-soft">
        {label}
      </p>
      {rows.map((row) => (
        <div
          key={row}
          role="row"
          aria-rowindex={part.row + row + 1}
          className="absolute inset-x-2 grid grid-cols-8"
          style={{ top: `${top(row)}rem` }}
        >
          {emojis.slice(row * COLUMNS, (row + 1) * COLUMNS).map((each, column) => {
            const index = part.first + row * COLUMNS + column;
            return (
              <div
                key={index}
                id={`${id}-${index}`}
                role="gridcell"
                aria-label={each.label}
                aria-colindex={column + 1}
                aria-selected={index === active}
                title={each.label}
                data-place={index}
                className={classes(
                  "grid h-11 scroll-mt-8 place-items-center rounded-lg text-2xl leading-none hover:bg-hover",
                  index === active && SELECTED_CLASSES,
                )}
              >
                {each.emoji}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const SELECTED_CLASSES =
  "bg-selected group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-offset-[-2px] group-focus-visible/grid:outline-accent";
