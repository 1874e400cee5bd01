/**
 * Loaded into a node before the service: its time of day is that of the machine plus what the file in CLOCK_SHIFT_FILE
 * says, in milliseconds. Monotonic time is left alone, as when an operator sets a clock.
 */
import { readFileSync } from "node:fs";

const LOOK_MS = 50;
const RealDate = Date;
let shift_ms = 0;

const look = () => {
  try {
    shift_ms = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, "utf8")) || 0;
  } catch {
    shift_ms = 0;
  }
};
look();
setInterval(look, LOOK_MS).unref();

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift_ms);
    else super(...args);
  }
  static now() {
    return RealDate.now() + shift_ms;
  }
};
