/** A thread that kills its reader process when a transaction takes too long, or when the service has ended. */
import { workerData } from "node:worker_threads";

interface WatchdogData {
  readonly service_pid: number;
  /** Milliseconds that a transaction may take. */
  readonly limit_ms: number;
  /** Odd while a transaction is running. */
  readonly turn: Int32Array;
}

/** Checks within the time of one transaction. */
const CHECKS_PER_TRANSACTION = 10;

const { service_pid, limit_ms, turn } = workerData as WatchdogData;
const nobody = new Int32Array(new SharedArrayBuffer(4));
let seen = 0;
let checks = 0;
// A process whose parent has ended gets another parent.
while (process.ppid === service_pid) {
  const current = Atomics.load(turn, 0);
  checks = current === seen ? checks + 1 : 0;
  seen = current;
  if (seen % 2 !== 0 && checks >= CHECKS_PER_TRANSACTION) process.kill(process.pid, "SIGALRM");
  Atomics.wait(nobody, 0, 0, limit_ms / CHECKS_PER_TRANSACTION);
}
process.kill(process.pid, "SIGKILL");
