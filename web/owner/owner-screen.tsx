/** The frame of the owner's pages: their head, and the way from one to another. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useClientState } from "../client/context.tsx";
import { Nowhere } from "../ui/nowhere.tsx";
import { Page } from "../ui/page.tsx";

export function OwnerScreen() {
  const { t } = useLingui();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  // The service refuses everybody else in any case; there is nothing here for them to see.
  if (!is_owner) return <Nowhere />;
  return (
    <Page
      wide
      title={<Trans>This service</Trans>}
      back={{ to: "/", label: t`Back to the chats` }}
      below={<OwnerTabs />}
    >
      <Outlet />
    </Page>
  );
}

function OwnerTabs() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone they do not all fit.
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const pages = [
    { to: "/owner", label: t`People` },
    { to: "/owner/chats", label: t`Chats` },
    { to: "/owner/bots", label: t`Bots` },
    { to: "/owner/invitations", label: t`Invitations` },
    { to: "/owner/storage", label: t`Storage` },
    { to: "/owner/audit", label: t`Audit log` },
  ] as const;
  return (
    <nav ref={nav} aria-label={t`Pages of the owner`} className="overflow-x-auto px-2 [scrollbar-width:none]">
      <ul className="flex gap-1">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className="block whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
