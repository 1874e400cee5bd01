/** Opens an address as a link does that is followed in a new tab. */

/** The attributes of a link to another site: it gets neither a handle on this page nor its address. */
export const NEW_TAB = { target: "_blank", rel: "noopener noreferrer nofollow" } as const;

export function openInNewTab(href: string): void {
  const link = document.createElement("a");
  Object.assign(link, { href, ...NEW_TAB });
  link.click();
}
