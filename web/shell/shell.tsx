/** The two panes: the list of chats, and what is chosen in it. On a narrow screen, one of them. */
import { Outlet, useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ChatList } from "../chat-list/chat-list.tsx";
import { useClientState } from "../client/context.tsx";
import { Announcer } from "../chat/announcer.tsx";
import { PlayerProvider } from "../player/context.tsx";
import { PlayerBar } from "../player/player-bar.tsx";
import { Switcher } from "../switcher/switcher.tsx";
import { classes } from "../ui/classes.ts";
import { CopyingProvider } from "../ui/copying.tsx";
import { keepFocus } from "../ui/keep-focus.ts";
import { Shortcuts } from "../ui/shortcuts.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { useGuard } from "./use-guard.ts";
import { useNotices } from "./use-notices.ts";
import { useTitle } from "./title.ts";

/** Whoever sees the list opens a chat next; the list itself comes first. */
function fetchChats(): void {
  import("../chat/chat-panes.tsx").catch(() => {});
}

export function Shell() {
  const atHome = useMatch({ from: "/signed-in/", shouldThrow: false }) !== undefined;
  useTitle();
  const listed = useClientState((state) => state.chats !== undefined);
  useEffect(() => (listed ? fetchChats() : undefined), [listed]);
  useEffect(keepFocus, []);
  useNotices();
  useGuard();
  return (
    <PlayerProvider>
      <CopyingProvider>
        <main className="flex h-full flex-col">
          <OfflineBanner />
          <PlayerBar />
          <div className="flex min-h-0 flex-1">
            <div
              className={classes(
                "h-full w-full shrink-0 border-line bg-surface md:block md:w-80 md:border-e lg:w-96",
                !atHome && "hidden",
              )}
            >
              <ChatList />
            </div>
            <div className={classes("h-full min-w-0 flex-1 md:block", atHome && "hidden")}>
              <Outlet />
            </div>
          </div>
          <Switcher />
          <Shortcuts />
          <Announcer />
        </main>
      </CopyingProvider>
    </PlayerProvider>
  );
}
