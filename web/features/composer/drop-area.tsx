/** The drop area for files, shown while files are dragged over the page. */
import { Trans } from "@lingui/react/macro";
import { Ban, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classes } from "../../ui/classes.ts";

interface DropAreaProps {
  /** Why files cannot be sent; shown while they are dragged. */
  readonly reason: string | undefined;
  readonly onDrop: (files: readonly File[]) => void;
}

export function DropArea({ reason, onDrop }: DropAreaProps) {
  const [dragging, setDragging] = useState(false);
  const dropped = useRef(onDrop);
  useEffect(() => void (dropped.current = onDrop));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener("dragenter", (event) => hasFiles(event) && setDragging(true), { signal });
    // Otherwise the browser would open a file that is dropped elsewhere in place of the page.
    window.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), { signal });
    const onDropped = (event: DragEvent) => {
      setDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...event.dataTransfer!.files];
      if (files.length > 0) dropped.current(files);
    };
    window.addEventListener("drop", onDropped, { signal });
    return () => controller.abort();
  }, []);
  if (!dragging) return null;
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-overlay p-8" onDragLeave={() => setDragging(false)}>
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
