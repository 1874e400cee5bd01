/** Saves a snapshot of the chats in the browser, and restores it if the server cannot be reached at the start. */
import { takeSnapshot, readSnapshot, type OfflineSnapshot } from "../model/chats/offline-snapshot.ts";
import { chatIdOf } from "../model/chats/place.ts";
import type { ChatRow, Me, State } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const NAME = "chats";
/** The shortest interval between two snapshots. */
const PAUSE_MS = 3000;

export interface OfflineChatActions {
  /** Shows the saved snapshot, unless the server has responded meanwhile. */
  restore(): Promise<void>;
  /** Saves a snapshot after each change from now on. @returns a function that stops it */
  startSaving(): () => void;
}

export function offlineChatActions({ store, chatSnapshots, clock, browserStatus }: ActionDeps): OfflineChatActions {
  let cancelTimer: (() => void) | undefined;
  /** The last snapshot of this person, also of an earlier visit. */
  let last: OfflineSnapshot<ChatRow, Me> | undefined;
  let isReading = false;
  let isDue = false;
  const save = () => {
    cancelTimer = undefined;
    const { session, me, chats, list_complete, offline_snapshot: snapshot, ...state } = store.getState();
    // A restored snapshot is not saved again, and an incomplete list would replace a better snapshot.
    if (session !== "open" || !me || !chats || !list_complete || snapshot) return;
    if (isReading) return void (isDue = true);
    const { pinned_chats, histories, opened_places } = state;
    const opened_chats = [...new Set(opened_places.map(chatIdOf))];
    const earlier = last?.me.user.id === me.user.id ? last : undefined;
    last = takeSnapshot({ me, chats, pinned_chats, histories, opened_chats }, clock.now_ms(), earlier);
    void chatSnapshots.put(NAME, last);
  };
  const saveNow = () => {
    if (!cancelTimer) return;
    cancelTimer();
    save();
  };
  return {
    restore: () => restoreSnapshot({ store, chatSnapshots, clock }),
    startSaving() {
      isReading = true;
      void chatSnapshots.get(NAME).then((value) => {
        if (store.getState().session !== "none") last = readSnapshot<ChatRow, Me>(value, clock.now_ms());
        isReading = false;
        if (isDue) save();
        isDue = false;
      });
      const unsubscribe = store.subscribe((now, before) => {
        // The end of the session removes everything of the person.
        if (now.session === "none") last = undefined;
        if (hasChanged(now, before)) cancelTimer ??= clock.after(PAUSE_MS, save);
      });
      // The page may be closed after it becomes inactive, so a pending snapshot is saved now.
      const unwatch = browserStatus.watch(() => !browserStatus.isPageActive() && saveNow());
      return () => {
        unsubscribe();
        unwatch();
        cancelTimer?.();
        cancelTimer = undefined;
      };
    },
  };
}

function hasChanged(now: State, before: State): boolean {
  return (
    ["me", "chats", "list_complete", "pinned_chats", "opened_places", "histories", "offline_snapshot"] as const
  ).some((name) => now[name] !== before[name]);
}

async function restoreSnapshot({
  store,
  chatSnapshots,
  clock,
}: Pick<ActionDeps, "store" | "chatSnapshots" | "clock">): Promise<void> {
  const value = await chatSnapshots.get(NAME);
  const snapshot = readSnapshot<ChatRow, Me>(value, clock.now_ms());
  if (!snapshot) {
    if (value !== undefined) await chatSnapshots.clear();
    return;
  }
  // The server may have responded while the snapshot was read.
  if (store.getState().session !== "unknown") return;
  const { me, chats, pinned_chats, opened_chats, histories, at_ms, incomplete } = snapshot;
  store.setState({
    session: "open",
    me,
    chats,
    list_complete: true,
    pinned_chats,
    opened_places: opened_chats,
    histories,
    offline_snapshot: { at_ms, incomplete },
  });
}
