/** Where the device is, and why that may not be known. */

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly horizontal_accuracy: number;
}

/** `refused`: the person or the browser says no. `missing`: the device cannot tell. `insecure`: not on a page like this. */
export class PlaceFault extends Error {
  readonly kind: "refused" | "missing" | "insecure";

  constructor(kind: PlaceFault["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** Milliseconds for which the device looks, and the largest radius that the service takes. */
const PATIENCE_MS = 30_000;
const MAX_ACCURACY_M = 1500;

/** Asks the browser, which asks the person. @throws PlaceFault */
export function findPlace(): Promise<Place> {
  if (!isSecureContext) return Promise.reject(new PlaceFault("insecure"));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, horizontal_accuracy: Math.min(accuracy, MAX_ACCURACY_M) }),
      ({ code, PERMISSION_DENIED }) => reject(new PlaceFault(code === PERMISSION_DENIED ? "refused" : "missing")),
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    );
  });
}
