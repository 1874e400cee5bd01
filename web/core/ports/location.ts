/** The location of the device. */
import { MAX_ACCURACY_M } from "@heliogram/shared/limits.ts";

export interface DeviceLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly horizontal_accuracy: number;
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
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, horizontal_accuracy: Math.min(accuracy, MAX_ACCURACY_M) }),
      ({ code, PERMISSION_DENIED }) => reject(new LocationError(code === PERMISSION_DENIED ? "refused" : "missing")),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  });
}
