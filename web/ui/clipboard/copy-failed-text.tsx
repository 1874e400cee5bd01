/** Asks the person to copy a text that the browser did not let the page copy. */
import { Trans } from "@lingui/react/macro";

/** Shown beside the selected text. */
export function CopyFailedText() {
  return (
    <Trans>
      The browser did not let it be copied. It is selected: press Ctrl C (⌘ C on a Mac), or take Copy from its menu.
    </Trans>
  );
}
