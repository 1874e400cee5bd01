/** Start-up time until the service is ready: after a clean stop, and after a kill under load. */
import { quantile } from "../../statistics.ts";
import type { Workload } from "../workload.ts";
import { isLarge } from "../dataset.ts";
import { sendFast } from "../sending.ts";

const STARTS = { large: 5, small: 1 };
const LOAD_MS = 1000;
const AFTER_STOP_MS = 1000;
const AFTER_KILL_MS = 2000;

export const starts: Workload = {
  name: "starts",
  async run(dataset) {
    const { service, size } = dataset;
    const times = isLarge(size) ? STARTS.large : STARTS.small;
    const stopped: number[] = [];
    const killed: number[] = [];
    for (let n = 0; n < times; n++) {
      await sendFast(dataset, LOAD_MS);
      killed.push(await service.restart("SIGKILL"));
      stopped.push(await service.restart("SIGTERM"));
    }
    return [
      { name: "start after a stop, p50", unit: "ms", value: quantile(stopped), at_most: AFTER_STOP_MS },
      { name: "start after a kill, p50", unit: "ms", value: quantile(killed), at_most: AFTER_KILL_MS },
    ];
  },
};
