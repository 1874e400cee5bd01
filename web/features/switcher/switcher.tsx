/** The switcher (Ctrl-K): finds chats, people, bots and messages, and opens them. */
import { lateOverlay } from "../../ui/late-component.tsx";
import { useToggleEvent } from "../../ui/shortcuts/use-toggle-event.ts";

const SwitcherDialog = lateOverlay(async () => (await import("./switcher-dialog.tsx")).SwitcherDialog);

const OPEN_EVENT = "heliogram:switcher";

/** @returns a function that opens the switcher */
export function useSwitcher(): () => void {
  return () => void window.dispatchEvent(new Event(OPEN_EVENT));
}

export function Switcher() {
  const [open, close] = useToggleEvent(OPEN_EVENT, "find_chat");
  return <SwitcherDialog open={open} onClose={close} />;
}
