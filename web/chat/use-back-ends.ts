/** The browser's Back ends choosing or searching before it leaves the chat; what lies under the panel waits. */
import { useMatch } from "@tanstack/react-router";
import { useBackCloses } from "../ui/use-back-closes.ts";

export function useBackEnds(onEnd: () => void): void {
  const underPanel = useMatch({ from: "/signed-in/chat/$chatId/info", shouldThrow: false }) !== undefined;
  useBackCloses(!underPanel, onEnd);
}
