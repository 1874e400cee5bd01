/** A spinner that shows a running operation. */
import { LoaderCircle } from "lucide-react";
import { classes } from "../classes.ts";

export function Spinner({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={classes("size-5 animate-spin", className)} />;
}
