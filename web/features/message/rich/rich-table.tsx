/** A table of a rich message. A wide one scrolls within the message. */
import { useLingui } from "@lingui/react/macro";
import type { RichTable as Table, RichTableCell } from "@heliogram/shared/rich.ts";
import { charactersOf } from "@heliogram/shared/rich-characters.ts";
import { classes } from "../../../ui/classes.ts";
import { RichText, type OnCommand } from "./rich-text.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface RichTableProps {
  readonly table: Table;
  readonly onCommand: OnCommand;
}

const ALIGN = { left: "text-left", center: "text-center", right: "text-right" } as const;
const VALIGN = { top: "align-top", middle: "align-middle", bottom: "align-bottom" } as const;

export function RichTable({ table, onCommand }: RichTableProps) {
  const { t } = useLingui();
  const { caption } = table;
  return (
    <ScrollBox label={caption === undefined ? t`Table` : charactersOf(caption)}>
      <table className="border-collapse text-[0.95em]">
        {caption !== undefined && (
          <caption className="pb-1 text-start font-semibold">
            <RichText text={caption} onCommand={onCommand} />
          </caption>
        )}
        <tbody>
          {table.cells.map((row, index) => (
            <tr key={index} className={table.is_striped ? "even:bg-shade" : undefined}>
              {row.map((cell, at) => (
                <Cell key={at} cell={cell} compact={table.is_compact === true} onCommand={onCommand} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface CellProps {
  readonly cell: RichTableCell;
  readonly compact: boolean;
  readonly onCommand: OnCommand;
}

function Cell({ cell, compact, onCommand }: CellProps) {
  const { text, is_header, align, valign, colspan, rowspan } = cell;
  // A header without a text names nothing.
  const Element = is_header && text !== undefined && charactersOf(text) !== "" ? "th" : "td";
  return (
    <Element
      dir="auto"
      colSpan={colspan}
      rowSpan={rowspan}
      className={classes(
        "min-w-12 max-w-64 whitespace-pre-wrap wrap-break-word border border-line font-normal",
        compact ? "px-1 py-px" : "px-2 py-1",
        is_header && "bg-shade font-semibold",
        ALIGN[align],
        VALIGN[valign],
      )}
    >
      {text !== undefined && <RichText text={text} onCommand={onCommand} />}
    </Element>
  );
}
