/** A button that asks the system for files. */
import { useLingui } from "@lingui/react/macro";
import { useRef, type ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";

interface FileInputProps {
  readonly label: string;
  readonly onPick: (files: readonly File[]) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

export function FileInput({ label, onPick, children, className }: FileInputProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} className={className} onClick={() => input.current?.click()}>
        {children}
      </IconButton>
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
