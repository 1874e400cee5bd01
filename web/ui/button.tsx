/** Buttons: one look for each weight of what they do. */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export const buttonLook = cva(
  "inline-flex select-none items-center justify-center gap-2 rounded-lg font-medium transition-colors disabled:opacity-55",
  {
    variants: {
      look: {
        primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
        plain: "text-text hover:bg-hover",
        soft: "bg-hover text-text hover:bg-selected",
        accent: "text-accent hover:bg-selected",
        danger: "bg-danger-fill text-white hover:brightness-110",
      },
      size: {
        small: "min-h-8 px-3 py-1 text-sm",
        normal: "min-h-10 px-4 py-1.5",
        large: "min-h-11 px-5 py-1.5",
        icon: "size-10 shrink-0 rounded-full",
        "small-icon": "size-8 shrink-0 rounded-full",
      },
    },
    defaultVariants: { look: "primary", size: "normal" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonLook>;

export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={classes(buttonLook({ look, size }), className)} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, "aria-label"> {
  /** What it does: read aloud, and shown when pointed at. */
  readonly label: string;
}

export function IconButton({ label, look = "plain", size = "icon", className, ...rest }: IconButtonProps) {
  const quiet = look === "plain" ? "text-soft hover:text-text" : "";
  return (
    <Button aria-label={label} title={label} look={look} size={size} className={classes(quiet, className)} {...rest} />
  );
}
