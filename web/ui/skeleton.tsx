/** Stands where something will be. */
import { classes } from "./classes.ts";

export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-hover", className)} />;
}
