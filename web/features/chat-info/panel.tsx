/** The layout of a page of the panel: header with back and close buttons, content and footer. */
import { useLingui } from "@lingui/react/macro";
import { Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft, X } from "lucide-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { useClosePanel } from "./close-context.ts";
import { useChatRow } from "./chat-row-context.ts";
import { usePageTitle } from "../../ui/layout/page-title.tsx";

interface PanelProps {
  readonly title: string;
  /** The member that the page is about, for the title of the tab. */
  readonly subject?: string | undefined;
  /** The page that the Back button leads to; the first page has none. */
  readonly parent?: "overview" | "administrators";
  readonly children: ReactNode;
  /** Stays below the scrolled content. */
  readonly footer?: ReactNode;
}

export function Panel({ title, subject, parent, children, footer }: PanelProps) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const close = useClosePanel();
  usePageTitle(subject === undefined ? title : `${title}, ${subject}`, "part");
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading of a new page, so that screen readers announce it and Escape and Tab start there.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="safe-top z-10 flex shrink-0 items-center gap-2 border-b border-line bg-surface px-3 py-2">
        {parent !== undefined && <Back parent={parent} />}
        <h1
          ref={heading}
          tabIndex={-1}
          className={classes("min-w-0 flex-1 truncate font-semibold leading-10 outline-none", !parent && "ps-2")}
        >
          {title}
        </h1>
        <Link
          to="/chat/$chatId"
          params={{ chatId: chat.id }}
          aria-label={t`Close`}
          title={t`Close`}
          className={classes(buttonVariants({ variant: "plain", size: "icon" }), "text-soft")}
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
      {footer !== undefined && <div className="safe-bottom shrink-0 border-t border-line bg-surface p-3">{footer}</div>}
    </>
  );
}

const PARENT_PAGES = { overview: "/chat/$chatId/info", administrators: "/chat/$chatId/info/administrators" } as const;

/**
 * Goes back in the browser's history. Without a history entry of the client's, for example after opening a link, it
 * goes to the parent page.
 */
function Back({ parent }: { readonly parent: keyof typeof PARENT_PAGES }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Link
      to={PARENT_PAGES[parent]}
      params={{ chatId: chat.id }}
      aria-label={t`Back`}
      title={t`Back`}
      className={classes(buttonVariants({ variant: "plain", size: "icon" }), "-ms-1 text-soft")}
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

/** A section of related content. */
export function Card({ title, note, children }: CardProps) {
  return (
    <section className="flex flex-col rounded-2xl bg-surface p-2">
      {title !== undefined && <h2 className="px-3 pb-1 pt-2 text-sm font-semibold text-accent">{title}</h2>}
      {children}
      {note !== undefined && <p className="px-3 pb-2 pt-1 text-sm text-soft">{note}</p>}
    </section>
  );
}

/** A note about the whole page. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-2xl bg-selected px-4 py-3 text-sm">{children}</p>;
}

/** A column of switches in a card. */
export function Switches({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 px-3 py-1">{children}</div>;
}
