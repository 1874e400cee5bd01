/** While files are dragged over the page, a place to let them go. */
import { Trans } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useEffect, useState, type DragEvent } from "react";

export function DropArea({ onDrop }: { readonly onDrop: (event: DragEvent) => void }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hasFiles = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener("dragenter", (event) => hasFiles(event) && setOver(true), { signal });
    // What is let go elsewhere must not replace the page.
    window.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), { signal });
    const onDropped = (event: globalThis.DragEvent) => {
      event.preventDefault();
      setOver(false);
    };
    window.addEventListener("drop", onDropped, { signal });
    return () => ended.abort();
  }, []);
  if (!over) return null;
  return (
    <div
      className="fixed inset-0 z-40 grid place-items-center bg-overlay p-8"
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="pointer-events-none flex flex-col items-center gap-3 rounded-3xl border-2 border-dashed border-accent bg-surface px-16 py-12 text-accent">
        <Upload aria-hidden className="size-10" />
        <p className="text-lg font-medium">
          <Trans>Let the files go to send them</Trans>
        </p>
      </div>
    </div>
  );
}
