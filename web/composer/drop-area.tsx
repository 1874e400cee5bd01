/** While files are dragged over the page, a place to let them go. */
import { Trans } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";

export function DropArea({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
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
      <div className="pointer-events-none flex flex-col items-center gap-3 rounded-3xl border-2 border-dashed border-accent bg-surface px-16 py-12 text-accent">
        <Upload aria-hidden className="size-10" />
        <p className="text-lg font-medium">
          <Trans>Let the files go to send them</Trans>
        </p>
      </div>
    </div>
  );
}
