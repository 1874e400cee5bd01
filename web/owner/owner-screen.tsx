/** The frame of the owner's pages: their head, and the way from one to another. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { useClientState } from "../client/context.tsx";
import { Nowhere } from "../ui/nowhere.tsx";
import { PageTabs } from "../ui/page-tabs.tsx";
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
  const pages = [
    { to: "/owner", label: t`People` },
    { to: "/owner/chats", label: t`Chats` },
    { to: "/owner/bots", label: t`Bots` },
    { to: "/owner/invitations", label: t`Invitations` },
    { to: "/owner/storage", label: t`Storage` },
    { to: "/owner/audit", label: t`Audit log` },
  ] as const;
  return <PageTabs label={t`Pages of the owner`} pages={pages} />;
}
