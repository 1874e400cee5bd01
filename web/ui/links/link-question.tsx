/** Asks whether a link may be opened that could mislead. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { addressParts } from "../../core/model/addresses/address-parts.ts";
import type { LinkDoubt } from "../../core/model/addresses/link-doubt.ts";
import { Alert } from "../overlays/alert.tsx";
import { openInNewTab } from "./open-in-new-tab.ts";

export interface DoubtfulLink {
  readonly href: string;
  readonly doubt: LinkDoubt;
}

interface LinkQuestionProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly link: DoubtfulLink | undefined;
}

export function LinkQuestion({ open, onClose, link }: LinkQuestionProps) {
  const { t } = useLingui();
  return (
    <Alert
      open={open}
      onClose={onClose}
      title={t`Open this link?`}
      close={t`Cancel`}
      action={{ label: t`Open the link`, variant: "primary", onDo: () => link && openInNewTab(link.href) }}
    >
      {link && <Body {...link} />}
    </Alert>
  );
}

function Body({ href, doubt }: DoubtfulLink) {
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
