/** The service of this process, in which every test has a world of its own. It is started by the first test. */
import { startDev, type DevService } from "heliogram";
import { after } from "./timers.ts";

/** How long a service without worlds is kept for the next test. After that it would keep the process from ending. */
const IDLE_MS = 500;

/** What the exit of a process by `SIGTERM` is. */
const TERMINATED = 128 + 15;

let running: Promise<DevService> | undefined;
let users = 0;
let cancelEnd: () => void = () => {};

/** Calls must be paired with those of `releaseService`. */
export async function useService(): Promise<DevService> {
  cancelEnd();
  users += 1;
  if (!running) {
    running = startDev({ world: {}, assistant: false });
    process.once("SIGTERM", exitWhenTerminated);
  }
  try {
    return await running;
  } catch (error) {
    users -= 1;
    forget();
    throw error;
  }
}

export function releaseService(): void {
  users -= 1;
  if (users > 0) return;
  cancelEnd = after(IDLE_MS, () => {
    const service = running;
    forget();
    void service?.then((each) => each.close());
  });
}

function forget(): void {
  running = undefined;
  process.off("SIGTERM", exitWhenTerminated);
}

/**
 * Test runners terminate a process that has done its tests. Without a handler it would end at once, and leave the
 * service's temporary folder, which is removed at a process's exit.
 */
function exitWhenTerminated(): void {
  if (process.listenerCount("SIGTERM") === 0) process.exit(TERMINATED);
}
