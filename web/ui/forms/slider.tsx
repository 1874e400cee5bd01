/** A slider for pointer and arrow keys. */
import type { CSSProperties } from "react";
import { classes } from "../classes.ts";
import { useTabIndex } from "../focus/tab-index.ts";

interface SliderProps {
  readonly label: string;
  /** The value as text for screen readers. */
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly className?: string;
}

/** The number of arrow key steps over the whole range. */
const ARROW_STEPS = 20;

export function Slider({ label, valueText, value, max, onChange, className }: SliderProps) {
  const tabIndex = useTabIndex();
  return (
    <input
      type="range"
      tabIndex={tabIndex}
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={max > 0 ? max / (ARROW_STEPS * 50) : 1}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : stepDown(event.key);
        if (step === 0) return;
        event.preventDefault();
        onChange(Math.min(max, Math.max(0, value + (step * max) / ARROW_STEPS)));
      }}
      className={classes("slider h-5 cursor-pointer", className)}
      // The filled fraction, which `slider` in main.css draws.
      style={{ "--share": `${max > 0 ? (value / max) * 100 : 0}%` } as CSSProperties}
    />
  );
}

function stepDown(key: string): number {
  return key === "ArrowLeft" || key === "ArrowDown" ? -1 : 0;
}
