/** The dialog with the calendar, for going to the messages of a day. */
import { useLingui } from "@lingui/react/macro";
import { useNow } from "../../core/client/use-now.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Calendar } from "./calendar.tsx";

interface DayDialogProps {
  /** A time on the day that is shown at first; `undefined` while the dialog is closed. */
  readonly start_ms: number | undefined;
  readonly onClose: () => void;
  /** Gets the start of the chosen day. */
  readonly onChoose: (day_ms: number) => void;
}

export function DayDialog({ start_ms, onClose, onChoose }: DayDialogProps) {
  const { t } = useLingui();
  const now_ms = useNow();
  return (
    <Dialog open={start_ms !== undefined} onClose={onClose} title={t`Go to a day`}>
      <div className="px-5 pb-5">
        {start_ms !== undefined && (
          <Calendar
            start_ms={start_ms}
            last_ms={now_ms}
            onChoose={(day_ms) => {
              onClose();
              onChoose(day_ms);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
