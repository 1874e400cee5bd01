/** The code of this session as the screen about it knows it. */
import type { ResultOf } from "../../../core/api/api.ts";

/** The query of what has become of it. */
export const DEVICE_CODE = ["device code"];

/** A device that has claimed it. */
export type Device = NonNullable<ResultOf<"getDeviceCode">["device"]>;

export interface Answered {
  readonly device: Device;
  readonly isConfirmed: boolean;
}
