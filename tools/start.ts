/** `npm start` and `npm run dev`: builds the web client if needed, then runs the service in this process, which gets the signals. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

const ENSURE = new URL("../web/build/ensure.ts", import.meta.url).pathname;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

// The build runs in a child process, because its modules would stay in the memory of the service.
const build = spawn(process.execPath, [ENSURE], { stdio: "inherit" });
const passOn = (signal: NodeJS.Signals) => void build.kill(signal);
for (const signal of SIGNALS) process.on(signal, passOn);
const code = await new Promise<number>((resolve, reject) => {
  build.once("error", reject);
  build.once("exit", (status, signal) => resolve(status ?? 128 + constants.signals[signal!]));
});
for (const signal of SIGNALS) process.off(signal, passOn);
if (code !== 0) process.exit(code);
await import("../server/main.ts");
