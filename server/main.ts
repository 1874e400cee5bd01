#!/usr/bin/env node
/** The command `heliogram`. */
import { dev } from "./cli/dev.ts";

const [command, ...args] = process.argv.slice(2);
if (command === "dev") await dev(args);
else {
  console.error("usage: heliogram dev");
  process.exitCode = 2;
}
