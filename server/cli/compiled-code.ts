/** Keeps compiled code between starts: loading the service then takes half the processor time. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/** Beside the packages: what is found there is run, so nobody may write there who could not change the program itself. */
const FOLDER = new URL("../../node_modules/.cache/heliogram/", import.meta.url);

/** From now on, what is loaded is taken from there. Where nothing may be written, it is compiled at each start. */
export function useCompiledCode(): void {
  enableCompileCache(fileURLToPath(FOLDER));
}

/** Saves what was not there. Node does so when a process ends, but not when it is killed. */
export function saveCompiledCode(): void {
  flushCompileCache();
}
