/** A section of the picker of emoji: its name, which stays in sight, and those of its rows that are near. */
import type { LucideIcon } from "lucide-react";
import { COLUMNS, HEAD_REM, ROW_REM, type GridPart } from "../model/grid.ts";
import { classes } from "../ui/classes.ts";

export interface EmojiSection {
  readonly key: string;
  readonly label: string;
  readonly Icon?: LucideIcon;
  readonly emojis: readonly { readonly emoji: string; readonly label: string }[];
}

interface EmojiRowsProps {
  readonly id: string;
  readonly section: EmojiSection;
  readonly part: GridPart;
  /** The place that is chosen among all. */
  readonly active: number;
  /** How far down the whole is looked at. */
  readonly scrolled_rem: number;
}

/** Drawn above and below what is in sight. */
const AROUND_REM = 8;
/** The picker is no higher. */
const MAX_HEIGHT_REM = 24;

export function EmojiRows({ id, section: { label, emojis }, part, active, scrolled_rem }: EmojiRowsProps) {
  // It is named by the whole, so it is always there.
  const chosen = Math.floor((active - part.first) / COLUMNS);
  const top = (row: number) => HEAD_REM + row * ROW_REM;
  const isNear = (row: number) => {
    const at_rem = part.top_rem + top(row);
    const below_rem = at_rem - scrolled_rem;
    return row === chosen || (below_rem + ROW_REM > -AROUND_REM && below_rem < MAX_HEIGHT_REM + AROUND_REM);
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
            const place = part.first + row * COLUMNS + column;
            return (
              <div
                key={place}
                id={`${id}-${place}`}
                role="gridcell"
                aria-label={each.label}
                aria-colindex={column + 1}
                aria-selected={place === active}
                title={each.label}
                data-place={place}
                className={classes(
                  "grid h-10 scroll-mt-8 place-items-center rounded-lg text-2xl leading-none hover:bg-hover",
                  place === active && CHOSEN,
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

const CHOSEN =
  "bg-selected group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-offset-[-2px] group-focus-visible/grid:outline-accent";
