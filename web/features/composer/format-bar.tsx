/** The formatting toolbar, shown while text is selected. */
import { useLingui } from "@lingui/react/macro";
import { Bold, Code, EyeOff, Italic, Link, Quote, Strikethrough, Underline } from "lucide-react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { moveToolbarFocus } from "../../ui/focus/toolbar-keys.ts";
import { spellShortcut } from "../../ui/shortcuts/shortcut-keys.tsx";
import type { MarkName } from "./use-marks.ts";

export function FormatBar({ onMark }: { readonly onMark: (name: MarkName) => void }) {
  const { t } = useLingui();
  const marks = [
    ["bold", Bold, t`Bold`],
    ["italic", Italic, t`Italic`],
    ["underline", Underline, t`Underline`],
    ["strikethrough", Strikethrough, t`Strikethrough`],
    ["spoiler", EyeOff, t`Hidden`],
    ["code", Code, t`Code`],
    ["quote", Quote, t`Quote`],
    ["link", Link, t`Link`],
  ] as const;
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Formatting`}
      onKeyDown={moveToolbarFocus}
      className="absolute bottom-full start-3 z-10 mb-2 flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-0.5 overflow-x-auto rounded-xl border border-line bg-raised p-1 shadow-md shadow-shade"
    >
      {marks.map(([name, Icon, label], index) => (
        <IconButton
          key={name}
          label={`${label} (${spellShortcut(name)})`}
          size="small-icon"
          tabIndex={index === 0 ? 0 : -1}
          className="rounded-lg"
          // Keeps the text selection of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(name)}
        >
          <Icon aria-hidden className="size-4.5" />
        </IconButton>
      ))}
    </div>
  );
}
