/** A skeleton placeholder, visible on the canvas and on surfaces. */
import { classes } from "../classes.ts";

export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-soft/15", className)} />;
}
