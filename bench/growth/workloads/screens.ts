/** One message to all screens of the largest group: the cost of each screen, and the latency of other calls meanwhile. */
import { cpuOf } from "../../load/process-usage.ts";
import { openScreens } from "../../load/screens.ts";
import { probeGetMeDuring, type Workload } from "../workload.ts";

/** Frames to measure. Many, because processor time has a resolution of 10 ms. */
const FRAMES = 100_000;
/** Warm-up messages, until read pointers are cached and the code is compiled. */
const WARM_UP = 5;
/** Limit for one frame. The kernel takes 9 to 11 µs of it to write to a connection. */
const CPU_US = 15;
const PROBE_MS = 20;

export const screens: Workload = {
  name: "screens",
  async run(dataset) {
    const { service, members, large_chat, asBot } = dataset;
    const connected = await openScreens(
      service.port,
      members.map(({ token }) => token),
    );
    const broadcast = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await asBot("sendMessage", { chat_id: large_chat, text: `to everybody, ${i}` });
        await connected.waitForFrames(members.length);
      }
    };
    await broadcast(WARM_UP);
    const messages = Math.ceil(FRAMES / members.length);
    const before_us = cpuOf(service.pid);
    await broadcast(messages);
    const cpu_us = (cpuOf(service.pid) - before_us) / (messages * members.length);
    const probe = await probeGetMeDuring(dataset, () => broadcast(messages));
    await connected.close();
    return [
      { name: "a message to each of the screens, CPU", unit: "µs", value: cpu_us, at_most: CPU_US },
      { name: "getMe beside it, p99", unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
      { name: "getMe beside it, longest", unit: "ms", value: probe.longest_ms },
    ];
  },
};
