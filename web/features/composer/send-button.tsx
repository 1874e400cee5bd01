/** The Send button. Its context menu sends the message without a sound. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BellOff, Check, SendHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";

interface SendButtonProps {
  readonly editing: boolean;
  /** Why nothing can be sent at the moment. */
  readonly reason: string | undefined;
  readonly onSilent: () => void;
}

export function SendButton({ editing, reason, onSilent }: SendButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButtonWithReason
        ref={button}
        type="submit"
        label={editing ? t`Save` : t`Send`}
        variant="primary"
        reason={reason}
        className="aria-disabled:bg-transparent aria-disabled:text-soft"
        onKeyDown={(event) => {
          if (editing || !isPressed(event.nativeEvent, "send_menu")) return;
          event.preventDefault();
          setOpen(true);
        }}
        onContextMenu={(event) => {
          if (editing) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {editing ? (
          <Check aria-hidden className="size-5" />
        ) : (
          <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
        )}
      </IconButtonWithReason>
      <Menu label={t`How to send it`} open={open} onOpenChange={setOpen} anchor={button} align="end">
        <MenuItem icon={<BellOff aria-hidden />} onSelect={onSilent}>
          <Trans>Send without a sound</Trans>
        </MenuItem>
      </Menu>
    </>
  );
}
