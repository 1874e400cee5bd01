/** Buttons and icon buttons in their variants. */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classes } from "../classes.ts";

/** On a touch screen, links have these sizes too (`styles/touch.css`). */
export const buttonVariants = cva(
  "inline-flex select-none items-center justify-center gap-2 rounded-lg font-medium transition-colors disabled:opacity-55",
  {
    variants: {
      variant: {
        primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
        plain: "text-text hover:bg-hover",
        soft: "bg-hover text-text hover:bg-selected",
        accent: "text-accent hover:bg-selected",
        danger: "bg-danger-fill text-white hover:brightness-110",
      },
      size: {
        small: "min-h-8 px-3 py-1 text-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        normal: "min-h-10 px-4 py-1.5 pointer-coarse:min-h-11",
        large: "min-h-11 px-5 py-1.5",
        icon: "size-10 shrink-0 rounded-full pointer-coarse:size-11",
        "small-icon": "size-8 shrink-0 rounded-full pointer-coarse:size-11",
      },
    },
    defaultVariants: { variant: "primary", size: "normal" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonVariants>;

export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={classes(buttonVariants({ variant, size }), className)} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, "aria-label"> {
  /** The accessible name, which is also the tooltip. */
  readonly label: string;
}

export function IconButton({ label, variant = "plain", size = "icon", className, ...rest }: IconButtonProps) {
  const quiet = variant === "plain" ? "text-soft hover:text-text" : "";
  return (
    <Button
      aria-label={label}
      title={label}
      variant={variant}
      size={size}
      className={classes(quiet, className)}
      {...rest}
    />
  );
}
