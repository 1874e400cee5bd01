/** The command `heliogram` that tests start as a process: the bundle, or the sources where no run of tests has made it. */

export const PROGRAM = process.env.TESTED_PROGRAM ?? new URL("../../server/main.ts", import.meta.url).pathname;
