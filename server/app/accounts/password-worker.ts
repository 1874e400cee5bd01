/** The thread that hashes passwords. */
import { argon2Sync } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Argon2Parameters } from "./passwords.ts";

/** Requests have priority over hashing on a shared core. Only on Linux does a thread have its own priority. */
const NICENESS = 10;

if (process.platform === "linux") setPriority(NICENESS);

parentPort!.on("message", (parameters: Argon2Parameters) => {
  parentPort!.postMessage(argon2Sync("argon2id", parameters));
});
