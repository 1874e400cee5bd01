/** The thread that hashes passwords. */
import { argon2Sync } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Derivation } from "./passwords.ts";

/** Hashing gives way to answering requests where they share a core. On Linux alone, a thread has a priority of its own. */
const NICENESS = 10;

if (process.platform === "linux") setPriority(NICENESS);

parentPort!.on("message", (derivation: Derivation) => {
  parentPort!.postMessage(argon2Sync("argon2id", derivation));
});
