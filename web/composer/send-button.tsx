/** Sends what is written; its own menu sends it without a sound. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BellOff, Check, SendHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { isPressed } from "../model/shortcuts.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { ReasonedIcon } from "../ui/reasoned-button.tsx";

interface SendButtonProps {
  readonly editing: boolean;
  /** Why there is nothing to be sent yet. */
  readonly reason: string | undefined;
  readonly onSilent: () => void;
}

export function SendButton({ editing, reason, onSilent }: SendButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ReasonedIcon
        ref={button}
        type="submit"
        label={editing ? t`Save` : t`Send`}
        look="primary"
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
      </ReasonedIcon>
      <Menu label={t`How to send it`} open={open} onOpenChange={setOpen} anchor={button} align="end">
        <MenuItem icon={<BellOff aria-hidden />} onSelect={onSilent}>
          <Trans>Send without a sound</Trans>
        </MenuItem>
      </Menu>
    </>
  );
}
