/** The system's file picker, and a button that opens it. */
import { useLingui } from "@lingui/react/macro";
import { useRef, type ReactNode, type Ref } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";

interface FileInputProps {
  /** It opens the picker when it is clicked. */
  readonly ref: Ref<HTMLInputElement>;
  readonly onPick: (files: readonly File[]) => void;
}

export function FileInput({ ref, onPick }: FileInputProps) {
  const { t } = useLingui();
  return (
    <input
      ref={ref}
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
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly onPick: (files: readonly File[]) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

export function FileButton({ label, onPick, children, className }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} className={className} onClick={() => input.current?.click()}>
        {children}
      </IconButton>
      <FileInput ref={input} onPick={onPick} />
    </>
  );
}
