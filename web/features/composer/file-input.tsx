/** A button that opens the system's file picker. */
import { useLingui } from "@lingui/react/macro";
import { useRef, type ReactNode } from "react";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";

interface FileInputProps {
  readonly label: string;
  /** Why no file can be picked. */
  readonly reason?: string | undefined;
  readonly onPick: (files: readonly File[]) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

export function FileInput({ label, reason, onPick, children, className }: FileInputProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButtonWithReason label={label} reason={reason} className={className} onClick={() => input.current?.click()}>
        {children}
      </IconButtonWithReason>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onPick(files);
        }}
      />
    </>
  );
}
