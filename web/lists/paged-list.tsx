/** Shows a list that comes a page at a time: while it is awaited, when it is empty, and when it fails. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useSentence } from "../rights/use-sentence.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { Pages } from "./use-pages.ts";

export interface PagedListProps<T> {
  readonly label: string;
  readonly pages: Pages<T>;
  readonly keyOf: (item: T) => number;
  readonly children: (item: T) => ReactNode;
  /** What is said where there is nothing. */
  readonly empty: ReactNode;
}

export function PagedList<T>({ label, pages, keyOf, children, empty }: PagedListProps<T>) {
  const sentence = useSentence();
  if (pages.error && !pages.items)
    return (
      <p role="alert" className="rounded-2xl bg-surface p-5 text-danger">
        {sentence(pages.error)}
      </p>
    );
  if (!pages.items) return <Awaited />;
  if (pages.items.length === 0) return <p className="rounded-2xl bg-surface p-8 text-center text-soft">{empty}</p>;
  return (
    <>
      <ul
        aria-label={label}
        className="flex flex-col divide-y divide-line overflow-hidden rounded-2xl bg-surface shadow-xs shadow-shade"
      >
        {pages.items.map((item) => (
          <li key={keyOf(item)} className="p-4">
            {children(item)}
          </li>
        ))}
      </ul>
      {pages.more && (
        <Button look="soft" onClick={pages.more} disabled={pages.busy} className="self-center">
          {pages.busy && <Spinner className="size-4" />}
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function Awaited() {
  return (
    <div className="flex flex-col gap-px overflow-hidden rounded-2xl bg-surface">
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i} className="flex items-center gap-3 p-4">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
