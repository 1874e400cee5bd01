/** Stands where something will be: to be seen on the canvas and on what lies on it. */
import { classes } from "./classes.ts";

export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-soft/15", className)} />;
}
