/** The person's settings of writing on this device. */
import type { ActionDeps } from "./deps.ts";

const STORED = "markdown";

export interface WritingSettingActions {
  /** Sets whether marks in what the person writes are formats. */
  setMarkdown(on: boolean): void;
  /** Restores the settings of an earlier visit. */
  restoreSettings(): void;
}

export function writingSettingActions({ store, storage }: ActionDeps): WritingSettingActions {
  return {
    setMarkdown(markdown) {
      if (markdown) storage.remove(STORED);
      else storage.write(STORED, false);
      store.setState({ markdown });
    },
    restoreSettings: () => store.setState({ markdown: storage.read(STORED) !== false }),
  };
}
