/** Width, height and duration of a file as its sender declares them. */
import { int, optional, type Field } from "../engine/fields.ts";

/** Some bots read these as 32-bit integers. */
const MAX_DIMENSION = 2_147_483_647;

/** Pixels or seconds. An impossible value counts as omitted, so that it is read from the file. */
export function mediaDimension(): Field<number | undefined> {
  const whole = int();
  return optional({
    ...whole,
    read(raw, name, options): number | undefined {
      const value = whole.read(raw, name, options);
      return value > 0 && value <= MAX_DIMENSION ? value : undefined;
    },
  });
}
