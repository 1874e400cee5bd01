/** A page beside the chat list: header with a back link, and content in a column. */
import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { buttonVariants } from "../buttons/button.tsx";
import { classes } from "../classes.ts";
import { PageHeading } from "./page-title.tsx";

interface PageProps {
  readonly title: ReactNode;
  readonly back: { readonly to: NonNullable<LinkProps["to"]>; readonly label: string; readonly always?: boolean };
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Below the title, for instance `PageTabs`. */
  readonly below?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, back, action, below, wide = false, children }: PageProps) {
  const width = wide ? "max-w-4xl" : "max-w-xl";
  return (
    <div className="relative h-full overflow-y-auto bg-canvas">
      <header className="safe-top sticky top-0 z-10 border-b border-line bg-surface">
        <div className={classes("mx-auto flex items-center gap-3 px-4 py-3", width)}>
          <Link
            to={back.to}
            aria-label={back.label}
            className={classes(
              buttonVariants({ variant: "plain", size: "icon" }),
              "-ms-2 text-soft",
              back.always === true ? "" : "md:hidden",
            )}
          >
            <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
          </Link>
          <PageHeading className="min-w-0 flex-1 truncate text-lg font-semibold leading-10" dir="auto">
            {title}
          </PageHeading>
          {action}
        </div>
        {below && <div className={classes("mx-auto", width)}>{below}</div>}
      </header>
      <div className={classes("safe-bottom mx-auto flex flex-col gap-4 p-4", width)}>{children}</div>
    </div>
  );
}

interface SectionProps {
  readonly title?: ReactNode;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** A card on a page. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section className="rounded-2xl bg-surface p-5 shadow-xs shadow-shade">
      {title !== undefined && <h2 className={classes("font-semibold", hint === undefined && "mb-3")}>{title}</h2>}
      {hint !== undefined && <p className="mb-3 text-sm text-soft">{hint}</p>}
      {children}
    </section>
  );
}
