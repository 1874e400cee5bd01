/** The limit on calls of devices that have no session yet. */
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";

/** Counts a call. @throws TooManyRequests */
export async function takeDeviceCall({ deviceCalls }: Deps, { network }: Client): Promise<void> {
  const wait_s = await deviceCalls.take(network);
  if (wait_s > 0) throw new TooManyRequests(wait_s);
}
