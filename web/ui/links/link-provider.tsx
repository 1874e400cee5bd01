/** Opens links to other sites, and asks first where a link could mislead. */
import { createContext, use, useState, type ReactNode } from "react";
import { linkDoubt } from "../../core/model/addresses/link-doubt.ts";
import { lateOverlay } from "../late-component.tsx";
import type { DoubtfulLink } from "./link-question.tsx";
import { openInNewTab } from "./open-in-new-tab.ts";

const LinkQuestion = lateOverlay(async () => (await import("./link-question.tsx")).LinkQuestion);

/** Opens a link, or asks. @returns whether the link was opened at once */
type OpenLink = (href: string, shown: string) => boolean;

interface LinkContext {
  readonly open: OpenLink;
  /** Asks whether the link may be opened. @returns whether it asks; `false` if the link does not mislead */
  readonly ask: OpenLink;
}

const Context = createContext<LinkContext>({ open: () => false, ask: () => true });

interface LinkProviderProps {
  /** The origins of this service. */
  readonly own: readonly string[];
  readonly children: ReactNode;
}

export function LinkProvider({ own, children }: LinkProviderProps) {
  // Kept while the dialog fades out.
  const [question, setQuestion] = useState<DoubtfulLink>();
  const [isOpen, setOpen] = useState(false);
  const ask: OpenLink = (href, shown) => {
    const doubt = linkDoubt(shown, href, own);
    if (doubt === undefined) return false;
    setQuestion({ href, doubt });
    setOpen(true);
    return true;
  };
  const open: OpenLink = (href, shown) => {
    if (ask(href, shown)) return false;
    openInNewTab(href);
    return true;
  };
  return (
    <Context value={{ open, ask }}>
      {children}
      <LinkQuestion open={isOpen} onClose={() => setOpen(false)} link={question} />
    </Context>
  );
}

/** @returns a function that opens a link with the text that was shown for it, after a question where that could mislead */
export function useOpenLink(): OpenLink {
  return use(Context).open;
}

/** @returns a function that asks before a link is opened, if that is necessary */
export function useAskAboutLink(): OpenLink {
  return use(Context).ask;
}
