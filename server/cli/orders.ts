/** `heliogram bot …`, `heliogram person …` and `heliogram sign-up …`: by the service that runs, or on a stopped one's store. */
import type { Order } from "./commands.ts";
import { settingsOrExit } from "./config.ts";
import { orderRunning } from "./control-line.ts";

/** @throws Fault */
export async function order(wish: Order): Promise<void> {
  const { settings } = settingsOrExit();
  const answered = await orderRunning(settings.data_dir, wish);
  // Nothing of the store is loaded beside a service that runs: it answers at once.
  const result = answered ?? (await (await import("./on-store.ts")).onStore(settings, wish));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
