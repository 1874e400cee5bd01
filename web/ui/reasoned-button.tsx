/** Buttons that cannot be pressed yet, or not by this person, and say why. */
import type { ComponentProps } from "react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Why, type WhyNot } from "./why.tsx";

interface Reasoned {
  /** Nothing where it can be pressed. */
  readonly reason: string | undefined;
  /** What was asked is under way: that passes, and nobody asks why. */
  readonly busy?: boolean;
}

export function ReasonedButton({ reason, busy, ...rest }: Omit<ComponentProps<typeof Button>, "disabled"> & Reasoned) {
  return <Why reason={reason}>{(why) => <Button {...rest} {...told(rest, reason, busy, why)} />}</Why>;
}

export function ReasonedIcon({
  reason,
  busy,
  ...rest
}: Omit<ComponentProps<typeof IconButton>, "disabled"> & Reasoned) {
  return <Why reason={reason}>{(why) => <IconButton {...rest} {...told(rest, reason, busy, why)} />}</Why>;
}

/** What a refused button does not do: it sends no form either. */
function told(
  { type, onClick, className }: Pick<ComponentProps<typeof Button>, "type" | "onClick" | "className">,
  reason: string | undefined,
  busy: boolean | undefined,
  why: WhyNot,
) {
  const free = reason === undefined;
  return {
    ...why,
    type: free ? type : ("button" as const),
    disabled: free && busy,
    onClick: free ? onClick : undefined,
    className: classes("aria-disabled:opacity-55", className),
  };
}
