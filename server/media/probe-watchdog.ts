/** A thread that ends the media worker when the service has ended, even if the worker is in an endless loop. */
import { workerData } from "node:worker_threads";

const EVERY_MS = 1000;

const { service_pid } = workerData as { readonly service_pid: number };
const never_notified = new Int32Array(new SharedArrayBuffer(4));
// The parent process id changes when the parent has ended.
while (process.ppid === service_pid) Atomics.wait(never_notified, 0, 0, EVERY_MS);
process.kill(process.pid, "SIGKILL");
