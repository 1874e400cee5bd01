/** A thread of a reading process that ends it when a work takes too long, or the service is gone: a statement notices neither. */
import { workerData } from "node:worker_threads";

interface Watched {
  readonly service_pid: number;
  /** Milliseconds that a work may take. */
  readonly limit_ms: number;
  /** Odd while a work is under way. */
  readonly turn: Int32Array;
}

/** Looks taken at one work before its time is over. */
const LOOKS = 10;

const { service_pid, limit_ms, turn } = workerData as Watched;
const nobody = new Int32Array(new SharedArrayBuffer(4));
let seen = 0;
let looks = 0;
// Who has lost its parent has another one from then on.
while (process.ppid === service_pid) {
  const current = Atomics.load(turn, 0);
  looks = current === seen ? looks + 1 : 0;
  seen = current;
  if (seen % 2 !== 0 && looks >= LOOKS) process.kill(process.pid, "SIGALRM");
  Atomics.wait(nobody, 0, 0, limit_ms / LOOKS);
}
process.kill(process.pid, "SIGKILL");
