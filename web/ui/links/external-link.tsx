/** A link to another site. It asks before it opens if its text could mislead about where it leads. */
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useAskAboutLink } from "./link-provider.tsx";
import { NEW_TAB } from "./open-in-new-tab.ts";

interface ExternalLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly href: string | undefined;
  /** The text that people read as the link. */
  readonly shown: string;
  readonly children: ReactNode;
}

export function ExternalLink({ href, shown, children, ...rest }: ExternalLinkProps) {
  const ask = useAskAboutLink();
  const onOpen = (event: MouseEvent) => {
    // The secondary button opens the menu of the browser, which has the address.
    if (href !== undefined && event.button !== 2 && ask(href, shown)) event.preventDefault();
  };
  // The middle button reports `auxclick`.
  return (
    <a href={href} {...NEW_TAB} onClick={onOpen} onAuxClick={onOpen} {...rest}>
      {children}
    </a>
  );
}
