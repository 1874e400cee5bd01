/** Opens links to other sites, and asks first where a link could mislead. */
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, use, useState, type ReactNode } from "react";
import { addressParts } from "../../core/model/addresses/address-parts.ts";
import { linkDoubt, type LinkDoubt } from "../../core/model/addresses/link-doubt.ts";
import { Alert } from "../overlays/alert.tsx";
import { openInNewTab } from "./open-in-new-tab.ts";

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

interface Question {
  readonly href: string;
  readonly doubt: LinkDoubt;
}

export function LinkProvider({ own, children }: LinkProviderProps) {
  const { t } = useLingui();
  // Kept while the dialog fades out.
  const [question, setQuestion] = useState<Question>();
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
      <Alert
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Open this link?`}
        close={t`Cancel`}
        action={{ label: t`Open the link`, variant: "primary", onDo: () => question && openInNewTab(question.href) }}
      >
        {question && <Body {...question} />}
      </Alert>
    </Context>
  );
}

function Body({ href, doubt }: Question) {
  return (
    <>
      {doubt === "other_address" && (
        <Warning>
          <Trans>The text of the link names another address than the one that it opens.</Trans>
        </Warning>
      )}
      {doubt === "disguised" && (
        <Warning>
          <Trans>The address is written in a way that makes it look like another one.</Trans>
        </Warning>
      )}
      <Trans>It leads to:</Trans>
      <Address href={href} />
    </>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return <strong className="mb-2 block font-medium text-danger">{children}</strong>;
}

/** The host of the address is in ASCII, so that look-alike letters show, and emphasized. */
function Address({ href }: { readonly href: string }) {
  const [before, host, after] = addressParts(href);
  return (
    <span dir="ltr" className="mt-1 block text-start break-all text-soft">
      {before}
      <strong className="font-semibold text-text">{host}</strong>
      {after}
    </span>
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
