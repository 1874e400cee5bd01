/** The common behaviour of modal overlays: initial focus, focus trap, returning the focus, and closing by Back. */
import { useInitialFocus } from "../focus/initial-focus.ts";
import { trapTab } from "../focus/focus-trap.ts";
import { useCloseOnBack } from "./use-close-on-back.ts";
import { useReturnFocus } from "../focus/use-return-focus.ts";

/** @returns props for the popup of Base UI */
export function useModal(open: boolean, onClose: () => void) {
  useCloseOnBack(open, onClose);
  const finalFocus = useReturnFocus(open);
  return { ...useInitialFocus(), finalFocus, onKeyDown: trapTab };
}
