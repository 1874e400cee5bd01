/** Points on the earth, at rest or moving. */
import { int, named, number, object, optional, type TypeOf } from "./schema.ts";

export const Location = named(
  "Location",
  object({
    latitude: number,
    longitude: number,
    horizontal_accuracy: optional(number),
    live_period: optional(
      int,
      "Of a live location: seconds after the date of the message until which it may be moved; 2147483647 until it is stopped.",
    ),
    heading: optional(int, "Of a live location: the direction of movement in degrees."),
    proximity_alert_radius: optional(
      int,
      "Of a live location: metres. Who comes this near with a live location triggers an alert.",
    ),
  }),
);
export type Location = TypeOf<typeof Location>;
