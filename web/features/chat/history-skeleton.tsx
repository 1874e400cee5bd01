/** The placeholder shown while messages are loading. */
import { useLingui } from "@lingui/react/macro";
import { classes } from "../../ui/classes.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

const WIDTHS = ["w-64", "w-40", "w-72", "w-52", "w-32", "w-60"];

export function HistorySkeleton() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading messages…`} className="flex min-h-0 flex-1 flex-col justify-end gap-2 p-4">
      {WIDTHS.map((width, index) => (
        <Skeleton
          key={width}
          className={classes("h-10 max-w-full rounded-2xl", width, index % 3 === 2 && "self-end")}
        />
      ))}
    </div>
  );
}
