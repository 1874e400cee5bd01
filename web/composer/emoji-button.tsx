/** The way to the emoji beside the field. */
import { useLingui } from "@lingui/react/macro";
import { Smile } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { Popover } from "../ui/popover.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { focusComposer } from "./focus.ts";
import { onPhone } from "./on-phone.ts";

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
            if (!onPhone()) focusComposer();
          }}
        />
      </Suspense>
    </Popover>
  );
}
