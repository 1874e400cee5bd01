/** A supervisor with a fault: it lets a process close the socket before the next one opens it, as any supervisor without a socket does. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../tools/free-port.ts";
import { PROGRAM } from "../../support/program.ts";

const port = String(await freePort());
let isStopping = false;
let child = serve();

function serve(): ChildProcess {
  const env = { ...process.env, HELIOGRAM_PORT: port };
  return spawn(process.execPath, [PROGRAM, "serve"], { stdio: "inherit", env });
}

async function restart(): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
  if (!isStopping) child = serve();
}

process.on("SIGHUP", () => void restart());
process.on("SIGTERM", () => {
  isStopping = true;
  child.once("exit", () => process.exit(0));
  child.kill("SIGTERM");
});
