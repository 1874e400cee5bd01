/** The directory: who is here, and which groups and channels are open to everybody. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { PageTabs } from "../ui/page-tabs.tsx";
import { Page } from "../ui/page.tsx";

export function DirectoryScreen() {
  const { t } = useLingui();
  const pages = [
    { to: "/directory", label: t`People` },
    { to: "/directory/chats", label: t`Public chats` },
  ] as const;
  return (
    <Page
      title={<Trans>Directory</Trans>}
      back={{ to: "/", label: t`Back to the chats` }}
      below={<PageTabs label={t`Pages of the directory`} pages={pages} />}
    >
      <Outlet />
    </Page>
  );
}
