/** While files are dragged over the page, a place to let them go. */
import { Trans } from "@lingui/react/macro";
import { Ban, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classes } from "../ui/classes.ts";

interface DropAreaProps {
  /** Why no file can be taken: said before it is let go. */
  readonly reason: string | undefined;
  readonly onDrop: (files: readonly File[]) => void;
}

export function DropArea({ reason, onDrop }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const dropped = useRef(onDrop);
  useEffect(() => void (dropped.current = onDrop));
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener("dragenter", (event) => hasFiles(event) && setOver(true), { signal });
    // What is let go elsewhere must not replace the page.
    window.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), { signal });
    const onDropped = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...event.dataTransfer!.files];
      if (files.length > 0) dropped.current(files);
    };
    window.addEventListener("drop", onDropped, { signal });
    return () => ended.abort();
  }, []);
  if (!over) return null;
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-overlay p-8" onDragLeave={() => setOver(false)}>
      <div
        className={classes(
          "pointer-events-none flex max-w-lg flex-col items-center gap-3 rounded-3xl border-2 border-dashed bg-surface px-16 py-12 text-center",
          reason === undefined ? "border-accent text-accent" : "border-line text-soft",
        )}
      >
        {reason === undefined ? <Upload aria-hidden className="size-10" /> : <Ban aria-hidden className="size-10" />}
        <p className="text-lg font-medium">{reason ?? <Trans>Let the files go to send them</Trans>}</p>
      </div>
    </div>
  );
}
