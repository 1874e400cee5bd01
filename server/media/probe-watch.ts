/** A thread of a media worker that ends the worker when the service is gone, which a worker that loops does not notice. */
import { workerData } from "node:worker_threads";

const EVERY_MS = 1000;

const { service_pid } = workerData as { readonly service_pid: number };
const nobody = new Int32Array(new SharedArrayBuffer(4));
// Who has lost its parent has another one from then on.
while (process.ppid === service_pid) Atomics.wait(nobody, 0, 0, EVERY_MS);
process.kill(process.pid, "SIGKILL");
