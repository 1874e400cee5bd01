/** Buttons that are disabled for a reason, which they show. */
import type { ComponentProps } from "react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "../classes.ts";
import { DisabledReason, type DisabledAttributes } from "./disabled-reason.tsx";

interface ReasonProps {
  /** Why the button is disabled; `undefined` if it is enabled. */
  readonly reason: string | undefined;
  /** A request is running: the button is disabled without a reason. */
  readonly busy?: boolean;
}

export function ButtonWithReason({
  reason,
  busy,
  ...rest
}: Omit<ComponentProps<typeof Button>, "disabled"> & ReasonProps) {
  return (
    <DisabledReason reason={reason}>
      {(disabledAttributes) => <Button {...rest} {...buttonAttributes(rest, reason, busy, disabledAttributes)} />}
    </DisabledReason>
  );
}

export function IconButtonWithReason({
  reason,
  busy,
  ...rest
}: Omit<ComponentProps<typeof IconButton>, "disabled"> & ReasonProps) {
  return (
    <DisabledReason reason={reason}>
      {(disabledAttributes) => <IconButton {...rest} {...buttonAttributes(rest, reason, busy, disabledAttributes)} />}
    </DisabledReason>
  );
}

/** The attributes of the button; a disabled one does not submit a form either. */
function buttonAttributes(
  { type, onClick, className }: Pick<ComponentProps<typeof Button>, "type" | "onClick" | "className">,
  reason: string | undefined,
  busy: boolean | undefined,
  disabledAttributes: DisabledAttributes,
) {
  const isEnabled = reason === undefined;
  return {
    ...disabledAttributes,
    type: isEnabled ? type : ("button" as const),
    disabled: isEnabled && busy,
    onClick: isEnabled ? onClick : undefined,
    className: classes("aria-disabled:opacity-55", className),
  };
}
