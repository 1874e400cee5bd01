/** The location of the device. */
import { MAX_ACCURACY_M } from "@heliogram/shared/limits.ts";

export interface DeviceLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly horizontal_accuracy: number;
  /** The direction of movement, 1 to 360 degrees; absent if the device does not move or cannot tell. */
  readonly heading?: number;
}

/**
 * `refused`: the person or the browser denied it. `missing`: the device cannot determine it. `insecure`: the page is
 * not a secure context.
 */
export class LocationError extends Error {
  readonly kind: "refused" | "missing" | "insecure";

  constructor(kind: LocationError["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** Timeout in milliseconds, and the largest accuracy radius that the server accepts. */
const TIMEOUT_MS = 30_000;

/** Requests the location from the browser, which asks the person. @throws LocationError */
export function locateDevice(): Promise<DeviceLocation> {
  if (!isSecureContext) return Promise.reject(new LocationError("insecure"));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(locationOf(coords)),
      (error) => reject(errorOf(error)),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  });
}

/** A lock that the page holds which follows the location. The browser gives it to another page when this one ends. */
const FOLLOW_LOCK = "heliogram-location";

/**
 * Follows the location of the device. Of several pages of a browser that do, one is called; when it ends, another is.
 * @returns a function that ends it
 */
export function followDevice(
  onMove: (location: DeviceLocation) => void,
  onError: (error: LocationError) => void,
): () => void {
  if (!isSecureContext) {
    onError(new LocationError("insecure"));
    return () => {};
  }
  const ended = new AbortController();
  const { signal } = ended;
  const follow = () =>
    new Promise<void>((done) => {
      if (signal.aborted) return done();
      const watch = navigator.geolocation.watchPosition(
        ({ coords }) => onMove(locationOf(coords)),
        (error) => onError(errorOf(error)),
        { enableHighAccuracy: true },
      );
      signal.addEventListener("abort", () => {
        navigator.geolocation.clearWatch(watch);
        done();
      });
    });
  navigator.locks.request(FOLLOW_LOCK, { signal }, follow).catch(() => {
    // The request is rejected if it is ended before the lock is free.
  });
  return () => ended.abort();
}

function locationOf({ latitude, longitude, accuracy, heading }: GeolocationCoordinates): DeviceLocation {
  const place = { latitude, longitude, horizontal_accuracy: Math.min(accuracy, MAX_ACCURACY_M) };
  // A device that stands still has no heading, or one that is not a number.
  if (heading === null || Number.isNaN(heading)) return place;
  return { ...place, heading: Math.round(heading) || 360 };
}

function errorOf({ code, PERMISSION_DENIED }: GeolocationPositionError): LocationError {
  return new LocationError(code === PERMISSION_DENIED ? "refused" : "missing");
}
