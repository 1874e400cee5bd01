/** The slider for the playback position. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../i18n/format.ts";
import { Slider } from "../../ui/forms/slider.tsx";
import { usePlayer } from "./context.tsx";

interface PositionSliderProps {
  readonly at_s: number;
  readonly duration_s: number;
  readonly className: string;
}

export function PositionSlider({ at_s, duration_s, className }: PositionSliderProps) {
  const { t } = useLingui();
  const format = useFormat();
  const player = usePlayer();
  const now = format.duration(at_s);
  const whole = format.duration(duration_s);
  return (
    <Slider
      label={t`Position`}
      valueText={t`${now} of ${whole}`}
      value={Math.min(at_s, duration_s)}
      max={duration_s}
      onChange={(to_s) => player.seek(to_s)}
      className={className}
    />
  );
}
