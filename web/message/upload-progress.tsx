/** How far a file is on its way, and the way to call it off. */
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";

interface UploadProgressProps {
  /** 0 to 1 */
  readonly share: number;
  readonly onCancel: () => void;
}

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

export function UploadProgress({ share, onCancel }: UploadProgressProps) {
  const { t } = useLingui();
  const percent = Math.round(share * 100);
  return (
    <div className="absolute inset-0 grid place-items-center">
      <button
        type="button"
        aria-label={t`Cancel the upload`}
        onClick={onCancel}
        className="relative grid size-12 place-items-center rounded-full bg-black/60 text-white"
      >
        <svg
          viewBox="0 0 48 48"
          role="progressbar"
          aria-label={t`Upload`}
          aria-valuenow={percent}
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
            strokeDashoffset={LENGTH * (1 - Math.max(0.03, share))}
            className="transition-[stroke-dashoffset]"
          />
        </svg>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
