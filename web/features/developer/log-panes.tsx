/** A list with the selected entry beside it. On a narrow screen the entry covers the list. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";

interface LogPanesProps {
  readonly list: ReactNode;
  /** The selected entry, if there is one. */
  readonly details: ReactNode;
}

export function LogPanes({ list, details }: LogPanesProps) {
  const isOpen = details !== undefined;
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={classes(
          "min-w-0 flex-1 flex-col border-line bg-surface md:flex md:max-w-[50%] md:border-e",
          isOpen ? "hidden" : "flex",
        )}
      >
        {list}
      </div>
      <div className={classes("min-w-0 flex-1 overflow-y-auto bg-surface md:block", !isOpen && "hidden")}>
        {isOpen ? (
          <div className="safe-bottom flex flex-col gap-5 p-4">
            <BackToList className="md:hidden" />
            {details}
          </div>
        ) : (
          <p className="p-8 text-center text-soft">
            <Trans>Choose an entry to see all of it.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

/** From the selected entry to the list. */
export function BackToList({ className }: { readonly className?: string }) {
  const { t } = useLingui();
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, entry: undefined })}
      aria-label={t`Back to the list`}
      className={classes(buttonVariants({ variant: "plain", size: "icon" }), "-ms-2 text-soft", className)}
    >
      <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
    </Link>
  );
}

/** Links from an entry to what belongs to it. */
export function EntryLinks({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>;
}

export const ENTRY_LINK = buttonVariants({ variant: "soft", size: "small" });
