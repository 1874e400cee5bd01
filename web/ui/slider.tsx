/** A place on a line, moved by pointer or by arrow keys. */
import type { CSSProperties } from "react";
import { classes } from "./classes.ts";
import { useReach } from "./reach.ts";

interface SliderProps {
  readonly label: string;
  /** What the value means, read aloud. */
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly className?: string;
}

/** Steps of an arrow key. */
const STEPS = 20;

export function Slider({ label, valueText, value, max, onChange, className }: SliderProps) {
  const reach = useReach();
  return (
    <input
      type="range"
      tabIndex={reach}
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={max > 0 ? max / (STEPS * 50) : 1}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : stepDown(event.key);
        if (step === 0) return;
        event.preventDefault();
        onChange(Math.min(max, Math.max(0, value + (step * max) / STEPS)));
      }}
      className={classes("slider h-5 cursor-pointer", className)}
      // How far it is filled; the rest is drawn by `slider` in main.css.
      style={{ "--share": `${max > 0 ? (value / max) * 100 : 0}%` } as CSSProperties}
    />
  );
}

function stepDown(key: string): number {
  return key === "ArrowLeft" || key === "ArrowDown" ? -1 : 0;
}
