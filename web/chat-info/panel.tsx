/** A page of the panel: its head with the ways back and out, and what it holds. */
import { useLingui } from "@lingui/react/macro";
import { Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft, X } from "lucide-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { buttonLook } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { useClosePanel } from "./close-context.ts";
import { useRow } from "./row-context.ts";

interface PanelProps {
  readonly title: string;
  /** The page this one belongs to; without one, it is the first. */
  readonly above?: "overview" | "administrators";
  readonly children: ReactNode;
  /** Stays at the foot, whatever is scrolled. */
  readonly foot?: ReactNode;
}

export function Panel({ title, above, children, foot }: PanelProps) {
  const { t } = useLingui();
  const { chat } = useRow();
  const close = useClosePanel();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever cannot see that a page has come finds themselves at its head; Escape and Tab count from there at once.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="safe-top z-10 flex shrink-0 items-center gap-2 border-b border-line bg-surface px-3 py-2">
        {above !== undefined && <Back above={above} />}
        <h1
          ref={heading}
          tabIndex={-1}
          className={classes("min-w-0 flex-1 truncate font-semibold leading-10 outline-none", !above && "ps-2")}
        >
          {title}
        </h1>
        <Link
          to="/chat/$chatId"
          params={{ chatId: chat.id }}
          aria-label={t`Close`}
          title={t`Close`}
          className={classes(buttonLook({ look: "plain", size: "icon" }), "text-soft")}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            close();
          }}
        >
          <X aria-hidden className="size-5" />
        </Link>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        <div className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-3 p-3">{children}</div>
      </div>
      {foot !== undefined && <div className="safe-bottom shrink-0 border-t border-line bg-surface p-3">{foot}</div>}
    </>
  );
}

const PAGES = { overview: "/chat/$chatId/info", administrators: "/chat/$chatId/info/administrators" } as const;

/** Goes to where one came from; who came by an address, to the page above. */
function Back({ above }: { readonly above: keyof typeof PAGES }) {
  const { t } = useLingui();
  const { chat } = useRow();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Link
      to={PAGES[above]}
      params={{ chatId: chat.id }}
      aria-label={t`Back`}
      title={t`Back`}
      className={classes(buttonLook({ look: "plain", size: "icon" }), "-ms-1 text-soft")}
      onClick={(event) => {
        if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.back({ ignoreBlocker: true });
      }}
    >
      <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
    </Link>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Things that belong together. */
export function Card({ title, note, children }: CardProps) {
  return (
    <section className="flex flex-col rounded-2xl bg-surface p-2">
      {title !== undefined && <h2 className="px-3 pb-1 pt-2 text-sm font-semibold text-accent">{title}</h2>}
      {children}
      {note !== undefined && <p className="px-3 pb-2 pt-1 text-sm text-soft">{note}</p>}
    </section>
  );
}

/** Something that concerns the whole page. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-2xl bg-selected px-4 py-3 text-sm">{children}</p>;
}

/** Switches below one another in a card. */
export function Switches({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 px-3 py-1">{children}</div>;
}
