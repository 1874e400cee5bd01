/** The layout of the owner's pages, with tabs. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { useClientState } from "../../core/client/context.tsx";
import { NotFound } from "../../ui/feedback/not-found.tsx";
import { PageTabs } from "../../ui/layout/page-tabs.tsx";
import { Page } from "../../ui/layout/page.tsx";

export function OwnerScreen() {
  const { t } = useLingui();
  const is_owner = useClientState((state) => state.me?.is_owner ?? false);
  // The service refuses everybody else, so there is nothing to show.
  if (!is_owner) return <NotFound />;
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
    { to: "/owner/retention", label: t`Retention` },
    { to: "/owner/audit", label: t`Audit log` },
  ] as const;
  return <PageTabs label={t`Pages of the owner`} pages={pages} />;
}
