/** Runs telegram-test-api from npm with its default options. It keeps everything in memory. */
import { createRequire } from "node:module";
import { freePort } from "../../tools/free-port.ts";

interface TestServer {
  start(): Promise<void>;
}

const require = createRequire(import.meta.url);
const exported = require("telegram-test-api") as { default?: new (options: object) => TestServer };
const Server = exported.default ?? (exported as unknown as new (options: object) => TestServer);

const port = await freePort();
await new Server({ port, host: "127.0.0.1", storeTimeout: 3600 }).start();
process.on("disconnect", () => process.exit());
process.send!(port);
