/** A device that gets pushes, for the screens about it. */
import { Device } from "../support/push-service.ts";
import type { TestService } from "../support/service.ts";

/** A device of Alice's whose push service cannot be reached, and quiet hours. */
export async function subscribeDevice(t: TestService): Promise<void> {
  const { keys } = new Device("http://127.0.0.1:1", "phone");
  await t.as("alice", "addPushSubscription", { ...keys, label: "Firefox, Android" });
  const quiet_hours = { from: "22:00", to: "07:00", time_zone: "Europe/Lisbon" };
  await t.as("alice", "setPushSettings", { quiet_hours });
}
