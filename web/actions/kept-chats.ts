/** Keeps the chats on the machine, and shows what was kept where the service cannot be reached when the client is opened. */
import { keptOf, readKept } from "../model/kept.ts";
import type { ChatRow, Me, State } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const NAME = "chats";
/** What changes is kept at most this often. */
const PAUSE_MS = 3000;

export interface KeptChatActions {
  /** Shows what was kept, unless the service has answered. */
  restore(): Promise<void>;
  /** Keeps what changes from now on. @returns a function that ends it */
  begin(): () => void;
}

export function keptChatActions({ store, keptChats, clock, surroundings }: ActionDeps): KeptChatActions {
  let callOff: (() => void) | undefined;
  const keep = () => {
    callOff = undefined;
    const { session, me, chats, list_whole, pinned_chats, histories, kept } = store.getState();
    // What was restored is older than what the service will tell, and a part is less than what is kept already.
    if (session !== "open" || !me || !chats || !list_whole || kept) return;
    void keptChats.put(NAME, keptOf({ me, chats, pinned_chats, histories }, clock.now_ms()));
  };
  const keepNow = () => {
    if (!callOff) return;
    callOff();
    keep();
  };
  return {
    async restore() {
      const value = await keptChats.get(NAME);
      const kept = readKept<ChatRow, Me>(value, clock.now_ms());
      if (!kept) {
        if (value !== undefined) await keptChats.clear();
        return;
      }
      // The service may have answered meanwhile.
      if (store.getState().session !== "unknown") return;
      const { me, chats, pinned_chats, histories, at_ms, incomplete } = kept;
      store.setState({
        session: "open",
        me,
        chats,
        list_whole: true,
        pinned_chats,
        histories,
        kept: { at_ms, incomplete },
      });
    },
    begin() {
      const unsubscribe = store.subscribe((now, before) => {
        if (isOther(now, before)) callOff ??= clock.after(PAUSE_MS, keep);
      });
      // Whoever looks away may close the page.
      const unwatch = surroundings.watch(() => !surroundings.isVisible() && keepNow());
      return () => {
        unsubscribe();
        unwatch();
        callOff?.();
        callOff = undefined;
      };
    },
  };
}

function isOther(now: State, before: State): boolean {
  return (["me", "chats", "list_whole", "pinned_chats", "histories", "kept"] as const).some(
    (name) => now[name] !== before[name],
  );
}
