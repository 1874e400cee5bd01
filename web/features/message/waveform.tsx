/** The waveform of a voice message. The played part is opaque, and the position can be changed. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../i18n/format.ts";
import { barsOf } from "../../core/model/media/waveform.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

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
const MIN_HEIGHT = 3;

export function Waveform({ peaks, at_s, duration_s, onSeek }: WaveformProps) {
  const { t } = useLingui();
  const format = useFormat();
  const tabIndex = useTabIndex();
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
          const height = Math.max(MIN_HEIGHT, peak * HEIGHT);
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
        tabIndex={tabIndex}
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
