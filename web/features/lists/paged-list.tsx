/** Renders a paged list with its loading, empty and error states. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import type { Pages } from "./use-pages.ts";

export interface PagedListProps<T> {
  readonly label: string;
  readonly pages: Pages<T>;
  readonly keyOf: (item: T) => number;
  readonly children: (item: T) => ReactNode;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
}

export function PagedList<T>({ label, pages, keyOf, children, empty }: PagedListProps<T>) {
  const errorMessage = useErrorMessage();
  if (pages.error && !pages.items)
    return (
      <p role="alert" className="rounded-2xl bg-surface p-5 text-danger">
        {errorMessage(pages.error)}
      </p>
    );
  if (!pages.items) return <ListSkeleton />;
  if (pages.items.length === 0) return <p className="rounded-2xl bg-surface p-8 text-center text-soft">{empty}</p>;
  return (
    <>
      <ul
        ref={arrowList}
        aria-label={label}
        className="flex flex-col divide-y divide-line overflow-hidden rounded-2xl bg-surface shadow-xs shadow-shade"
      >
        {pages.items.map((item) => (
          <li key={keyOf(item)} className="p-4">
            {children(item)}
          </li>
        ))}
      </ul>
      {pages.loadMore && (
        <Button variant="soft" onClick={pages.loadMore} disabled={pages.busy} className="self-center">
          {pages.busy && <Spinner className="size-4" />}
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function ListSkeleton() {
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
