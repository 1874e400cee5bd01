/** The button that opens the emoji picker. */
import { useLingui } from "@lingui/react/macro";
import { Smile } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { focusComposer } from "./focus.ts";
import { isTouchOnly } from "./is-touch-only.ts";

const EmojiPicker = lazy(async () => ({ default: (await import("./emoji-picker.tsx")).EmojiPicker }));

export function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t`Emoji`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t`Emoji`}>
          <Smile aria-hidden className="size-5.5" />
        </IconButton>
      }
    >
      <Suspense
        fallback={
          <div className="grid h-96 w-84 place-items-center text-soft">
            <Spinner />
          </div>
        }
      >
        <EmojiPicker
          onPick={(emoji) => {
            setOpen(false);
            onPick(emoji);
            if (!isTouchOnly()) focusComposer();
          }}
        />
      </Suspense>
    </Popover>
  );
}
