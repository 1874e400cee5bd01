/** Links between related pages, below the page title. */
import { Link, useLocation, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { classes } from "../classes.ts";
import { usePageTitle } from "./page-title.tsx";

interface PageTabsProps {
  readonly label: string;
  /** Many of them are shown in rows, where they would not fit beside each other. */
  readonly wraps?: boolean;
  readonly pages: readonly { readonly to: NonNullable<LinkProps["to"]>; readonly label: string }[];
}

export function PageTabs({ label, wraps = false, pages }: PageTabsProps) {
  const { pathname } = useLocation();
  const current = pages.find(({ to }) => to === pathname.replace(/\/$/, ""));
  usePageTitle(current?.label ?? "", "part");
  const nav = useRef<HTMLElement>(null);
  // On a phone, the current tab may be out of view.
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={label} className="overflow-x-auto px-2 [scrollbar-width:none]">
      <ul className={classes("flex gap-x-1", wraps && "flex-wrap")}>
        {pages.map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="block whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium pointer-coarse:py-3 text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
