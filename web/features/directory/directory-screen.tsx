/** The directory: all people, and the public groups and channels. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { PageTabs } from "../../ui/layout/page-tabs.tsx";
import { Page } from "../../ui/layout/page.tsx";

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
