/** The two-pane layout: the list of chats and the open page. A narrow screen shows one of them. */
import { Trans } from "@lingui/react/macro";
import { Outlet, useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ChatList } from "../chat-list/chat-list.tsx";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePublicAddress } from "../../core/client/use-public-address.ts";
import { Announcer } from "../chat/announcer.tsx";
import { PlayerProvider } from "../player/context.tsx";
import { LatePlayerBar } from "../player/late-player-bar.tsx";
import { Switcher } from "../switcher/switcher.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyProvider } from "../../ui/clipboard/copy-provider.tsx";
import { markFirstScreenShown } from "../../ui/first-screen.ts";
import { keepFocus } from "../../ui/focus/keep-focus.ts";
import { SkipLink } from "../../ui/focus/skip-link.tsx";
import { LinkProvider } from "../../ui/links/link-provider.tsx";
import { Shortcuts } from "../../ui/shortcuts/shortcuts.tsx";
import { LazyChatPanes } from "./lazy-chat-panes.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { SecondFactorBanner } from "./second-factor-banner.tsx";
import { useActivityReports } from "./use-activity-reports.ts";
import { useUnloadWarning } from "./use-unload-warning.ts";
import { useNotifications } from "./use-notifications.ts";
import { useUnreadIndicators } from "./use-unread-indicators.ts";

const OPEN_PAGE_ID = "open-page";

export function Shell() {
  const { clock } = useClient().ports;
  const atHome = useMatch({ from: "/signed-in/", shouldThrow: false }) !== undefined;
  useUnreadIndicators();
  const publicAddress = usePublicAddress();
  const listLoaded = useClientState((state) => state.chats !== undefined);
  // Opening a chat is the likely next step.
  useEffect(() => {
    if (listLoaded) void LazyChatPanes.preload().then(() => markFirstScreenShown(clock.after));
  }, [clock, listLoaded]);
  useEffect(keepFocus, []);
  useNotifications();
  useUnloadWarning();
  useActivityReports();
  return (
    <PlayerProvider>
      <CopyProvider>
        <LinkProvider own={[location.origin, publicAddress]}>
          <main className="flex h-full flex-col">
            {!atHome && (
              <SkipLink to={OPEN_PAGE_ID} className="max-md:hidden">
                <Trans>Skip the list of chats</Trans>
              </SkipLink>
            )}
            <OfflineBanner />
            <SecondFactorBanner />
            <LatePlayerBar />
            <div className="flex min-h-0 flex-1">
              <div
                className={classes(
                  "h-full w-full shrink-0 border-line bg-surface md:block md:w-80 md:border-e lg:w-96",
                  !atHome && "hidden",
                )}
              >
                <ChatList />
              </div>
              <div
                id={OPEN_PAGE_ID}
                tabIndex={-1}
                className={classes("h-full min-w-0 flex-1 outline-none md:block", atHome && "hidden")}
              >
                <Outlet />
              </div>
            </div>
            <Switcher />
            <Shortcuts />
            <Announcer />
          </main>
        </LinkProvider>
      </CopyProvider>
    </PlayerProvider>
  );
}
