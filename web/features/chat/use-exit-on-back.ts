/**
 * Makes the browser's Back button end selecting or searching before it leaves the chat. While the panel is open, Back
 * closes the panel first.
 */
import { useMatch } from "@tanstack/react-router";
import { useCloseOnBack } from "../../ui/overlays/use-close-on-back.ts";

export function useExitOnBack(onExit: () => void): void {
  const panelOpen = useMatch({ from: "/signed-in/chat/$chatId/info", shouldThrow: false }) !== undefined;
  useCloseOnBack(!panelOpen, onExit);
}
