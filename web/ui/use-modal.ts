/** What dialogs, questions and the viewer have in common: the keyboard goes in, stays in, and comes back; Back closes them. */
import { useFocusAtOnce } from "./focus-at-once.ts";
import { tabRound } from "./tab-round.ts";
import { useBackCloses } from "./use-back-closes.ts";
import { useReturn } from "./use-return.ts";

/** @returns props for the part of the library that opens */
export function useModal(open: boolean, onClose: () => void) {
  useBackCloses(open, onClose);
  const finalFocus = useReturn(open);
  return { ...useFocusAtOnce(), finalFocus, onKeyDown: tabRound };
}
