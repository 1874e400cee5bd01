/** Which panel is open beside the chat, or in its place. */
import { useMatch } from "@tanstack/react-router";

/** The panel with the calls and updates of the chat, in developer mode. */
export function useIsDeveloperPaneOpen(): boolean {
  return useMatch({ from: "/signed-in/chat/$chatId/developer", shouldThrow: false }) !== undefined;
}

export function useIsPanelOpen(): boolean {
  const isInfoOpen = useMatch({ from: "/signed-in/chat/$chatId/info", shouldThrow: false }) !== undefined;
  const isDeveloperOpen = useIsDeveloperPaneOpen();
  return isInfoOpen || isDeveloperOpen;
}
