/**
 * Makes the browser's Back button end selecting or searching before it leaves the chat. While the panel is open, Back
 * closes the panel first.
 */
import { useCloseOnBack } from "../../ui/overlays/use-close-on-back.ts";
import { useIsPanelOpen } from "./use-open-panels.ts";

export function useExitOnBack(onExit: () => void): void {
  const panelOpen = useIsPanelOpen();
  useCloseOnBack(!panelOpen, onExit);
}
