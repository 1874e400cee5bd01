/** A voice message as its peaks: what has been heard is drawn in full, and a place in it can be chosen. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../i18n/format.ts";
import { barsOf } from "../model/waveform.ts";
import { useReach } from "../ui/reach.ts";

interface WaveformProps {
  readonly peaks: readonly number[] | undefined;
  readonly at_s: number;
  readonly duration_s: number;
  readonly onSeek: (to_s: number) => void;
}

const BARS = 46;
const WIDTH = 3;
const GAP = 1.5;
const HEIGHT = 26;
const LEAST = 3;

export function Waveform({ peaks, at_s, duration_s, onSeek }: WaveformProps) {
  const { t } = useLingui();
  const format = useFormat();
  const reach = useReach();
  const heard = duration_s > 0 ? at_s / duration_s : 0;
  const now = format.duration(at_s);
  const whole = format.duration(duration_s);
  return (
    <span className="relative block h-7 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <svg
        aria-hidden
        viewBox={`0 0 ${BARS * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="size-full text-accent rtl:-scale-x-100"
      >
        {barsOf(peaks, BARS).map((peak, index) => {
          const height = Math.max(LEAST, peak * HEIGHT);
          return (
            <rect
              key={index}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={WIDTH / 2}
              fill="currentColor"
              opacity={(index + 0.5) / BARS <= heard ? 1 : 0.38}
            />
          );
        })}
      </svg>
      <input
        type="range"
        tabIndex={reach}
        aria-label={t`Position`}
        aria-valuetext={t`${now} of ${whole}`}
        min={0}
        max={duration_s}
        step={duration_s / 100 || 1}
        value={Math.min(at_s, duration_s)}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  );
}
