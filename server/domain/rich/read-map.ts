/** Reads the maps of rich messages. */
import { MAX_ACCURACY_M } from "@heliogram/shared/limits.ts";
import { MAP_ZOOMS, type RichMap } from "@heliogram/shared/rich.ts";
import { intOf, objectOf, type Members } from "./raw-members.ts";
import { refuseRich } from "./rich-error.ts";

/** What a sender may say. Maps are shown with the zoom that is nearest to theirs (`MAP_ZOOMS`). */
const MAX_ZOOM = 24;
/** Of the width and the height together, as of photos. */
const MAX_SIDES = 10_000;
const MAX_RATIO = 20;
/** Of a map without a size. */
const USUAL = { width: 600, height: 300 } as const;

/** A map without its caption. @throws RichError */
export function readMap(raw: Members): RichMap {
  const { latitude, longitude, horizontal_accuracy } = objectOf(raw["location"], "location");
  const zoom = intOf(raw["zoom"] ?? MAP_ZOOMS.usual, "zoom", 0, MAX_ZOOM);
  return {
    type: "map",
    location: {
      latitude: degrees(latitude, 90),
      longitude: degrees(longitude, 180),
      ...(horizontal_accuracy === undefined || horizontal_accuracy === null
        ? {}
        : { horizontal_accuracy: accuracy(horizontal_accuracy) }),
    },
    zoom: Math.min(Math.max(zoom, MAP_ZOOMS.min), MAP_ZOOMS.max),
    ...sides(raw),
  };
}

function degrees(value: unknown, most: number): number {
  return typeof value === "number" && Math.abs(value) <= most ? value : refuseRich("wrong location specified");
}

function accuracy(value: unknown): number {
  const isWithin = typeof value === "number" && value >= 0 && value <= MAX_ACCURACY_M;
  return isWithin ? value : refuseRich("wrong horizontal_accuracy specified");
}

function sides(raw: Members): { readonly width: number; readonly height: number } {
  const width = intOf(raw["width"] ?? 0, "width", 0, MAX_SIDES);
  const height = intOf(raw["height"] ?? 0, "height", 0, MAX_SIDES);
  if (width === 0 || height === 0) return USUAL;
  if (width + height > MAX_SIDES || Math.max(width, height) > MAX_RATIO * Math.min(width, height)) {
    return refuseRich("wrong size of the map specified");
  }
  return { width, height };
}
