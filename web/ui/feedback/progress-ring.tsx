/** The progress of a transfer as a ring around its cancel button. */
import { X } from "lucide-react";
import { classes } from "../classes.ts";
import { useTabIndex } from "../focus/tab-index.ts";

interface ProgressRingProps {
  /** The label of the progress bar, and of the button. */
  readonly label: string;
  readonly cancel: string;
  /** 0 to 1 */
  readonly share: number;
  readonly onCancel: () => void;
  readonly className?: string;
}

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;
/** The smallest visible progress. */
const MIN_PROGRESS = 0.03;

export function ProgressRing({ label, cancel, share, onCancel, className }: ProgressRingProps) {
  const tabIndex = useTabIndex();
  return (
    <span className={classes("relative grid size-12 shrink-0 rounded-full bg-black/60 text-white", className)}>
      <svg
        viewBox="0 0 48 48"
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-0 -rotate-90"
      >
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - Math.max(MIN_PROGRESS, Math.min(1, share)))}
          className="transition-[stroke-dashoffset]"
        />
      </svg>
      <button
        type="button"
        aria-label={cancel}
        title={cancel}
        tabIndex={tabIndex}
        onClick={onCancel}
        className="relative grid size-full place-items-center rounded-full"
      >
        <X aria-hidden className="size-5" />
      </button>
    </span>
  );
}
