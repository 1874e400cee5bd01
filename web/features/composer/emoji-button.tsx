/** The button that opens the emoji picker. */
import { useLingui } from "@lingui/react/macro";
import { Smile } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { focusComposer } from "./focus.ts";
import { isTouchOnly } from "./is-touch-only.ts";

const EmojiPicker = lazyComponent(
  async () => (await import("./emoji-picker.tsx")).EmojiPicker,
  <div className="grid h-96 w-84 place-items-center text-soft">
    <Spinner />
  </div>,
);

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
      <EmojiPicker
        onPick={(emoji) => {
          setOpen(false);
          onPick(emoji);
          if (!isTouchOnly()) focusComposer();
        }}
      />
    </Popover>
  );
}
