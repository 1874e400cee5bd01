/** One message to all screens of the largest group: what each of them costs, and what others wait meanwhile. */
import { cpuOf } from "../../load/process-cost.ts";
import { openScreens } from "../../load/screens.ts";
import { getMeBeside, type Gauge } from "../gauge.ts";

/** Frames in all that are measured: processor time is told in steps of ten milliseconds. */
const FRAMES = 100_000;
/** Messages after which every pointer is known and the code is compiled. */
const WARM_UP = 5;
/** Most of this is the kernel's, which takes 9 to 11 µs to write to a connection. */
const CPU_US = 15;
const BESIDE_MS = 20;

export const screens: Gauge = {
  name: "screens",
  async measure(grown) {
    const { service, crowd, crowded, asBot } = grown;
    const open = await openScreens(
      service.port,
      crowd.map(({ token }) => token),
    );
    const say = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await asBot("sendMessage", { chat_id: crowded, text: `to everybody, ${i}` });
        await open.came(crowd.length);
      }
    };
    await say(WARM_UP);
    const messages = Math.ceil(FRAMES / crowd.length);
    const before_us = cpuOf(service.pid);
    await say(messages);
    const cpu_us = (cpuOf(service.pid) - before_us) / (messages * crowd.length);
    const beside = await getMeBeside(grown, () => say(messages));
    await open.close();
    return [
      { what: "a message to each of the screens, CPU", unit: "µs", value: cpu_us, at_most: CPU_US },
      { what: "getMe beside it, p99", unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
      { what: "getMe beside it, longest", unit: "ms", value: beside.longest_ms },
    ];
  },
};
