/** Shows a text that could not be copied in a dialog, where the person can copy it. */
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "../forms/text-field.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { CopyFailedText } from "./copy-failed-text.tsx";

interface CopyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly text: string;
}

export function CopyDialog({ open, onClose, text }: CopyDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Copy it yourself`}>
      <div className="flex flex-col gap-4 px-5 pb-5">
        <p className="text-soft">
          <CopyFailedText />
        </p>
        <TextArea
          readOnly
          autoFocus
          rows={6}
          label={t`Text`}
          value={text}
          dir="auto"
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  );
}
