/** The parameters of locations, and the edits of live ones. */
import { MAX_ACCURACY_M } from "@heliogram/shared/limits.ts";
import { isLive, MAX_ALERT_RADIUS_M, MAX_HEADING } from "../../domain/live-location.ts";
import type { Location } from "../../domain/messages.ts";
import { followLiveLocation } from "../../app/messages/proximity.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { described, float, int, optional, ParameterError } from "../engine/fields.ts";
import { requireEditable, type EditCall } from "./editing.ts";

/** The parameters of a point. */
export const POINT_FIELDS = { latitude: float(), longitude: float() };

/** The parameters of a location that may be live. */
export const LOCATION_FIELDS = {
  ...POINT_FIELDS,
  horizontal_accuracy: described(optional(float()), "Metres, 0 to 1500."),
  heading: described(optional(int()), "Of a live location: the direction of movement, 1 to 360 degrees."),
  proximity_alert_radius: described(
    optional(int()),
    "Of a live location: metres, 1 to 100000. Who comes this near with a live location triggers an alert, once for each radius that is set.",
  ),
};

interface LocationParams {
  readonly latitude: number;
  readonly longitude: number;
  readonly horizontal_accuracy?: number | undefined;
  readonly heading?: number | undefined;
  readonly proximity_alert_radius?: number | undefined;
}

/** @throws ParameterError for a point that is not on the earth */
export function readPoint(latitude: number, longitude: number, horizontal_accuracy?: number): Location {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw new ParameterError("wrong location specified");
  const accuracy = horizontal_accuracy ?? 0;
  if (accuracy < 0 || accuracy > MAX_ACCURACY_M) throw new ParameterError("wrong horizontal_accuracy specified");
  return { latitude, longitude, ...(horizontal_accuracy === undefined ? {} : { horizontal_accuracy }) };
}

/** A location without its period. `is_live`: whether it has a heading and a radius; 0 stands for none. @throws ParameterError */
export function readLocation(params: LocationParams, is_live: boolean): Location {
  const { heading = 0, proximity_alert_radius = 0 } = params;
  const point = readPoint(params.latitude, params.longitude, params.horizontal_accuracy);
  if (!is_live) return point;
  if (heading < 0 || heading > MAX_HEADING) throw new ParameterError("wrong live location heading specified");
  if (proximity_alert_radius < 0 || proximity_alert_radius > MAX_ALERT_RADIUS_M)
    throw new ParameterError("wrong live location proximity alert radius specified");
  return {
    ...point,
    ...(heading === 0 ? {} : { heading }),
    ...(proximity_alert_radius === 0 ? {} : { proximity_alert_radius }),
  };
}

type LocationCall = Pick<EditCall, "tx" | "deps" | "chat" | "now">;

/**
 * Follows a live location that was sent, moved or stopped, and posts the alerts.
 * @param before - the location before a move
 */
export async function noteLiveLocation(
  { tx, deps, chat, now }: LocationCall,
  message_id: number,
  before?: Location,
): Promise<void> {
  const message = await findMessage(tx, chat.id, message_id);
  if (message) await followLiveLocation(tx, deps.app, chat, message, before, now);
}

/** The location of a message that the caller may move. @throws RefusalError */
export function requireLive(call: EditCall): Location {
  requireEditable(call);
  const { location } = call.message.content;
  return location && isLive(call.message, call.now) ? location : call.fail("EDIT_IMPOSSIBLE");
}
