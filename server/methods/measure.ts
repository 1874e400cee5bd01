/** What a sender says of the size and the length of a file. */
import { int, optional, type Field } from "./fields.ts";

/** Bots in languages that count in 32 bits read these too. */
const LARGEST = 2_147_483_647;

/** A whole number of pixels or seconds. What no file can have is taken for left out, and is read from the file. */
export function measure(): Field<number | undefined> {
  const whole = int();
  return optional({
    ...whole,
    read(raw: unknown, name: string): number | undefined {
      const value = whole.read(raw, name);
      return value > 0 && value <= LARGEST ? value : undefined;
    },
  });
}
