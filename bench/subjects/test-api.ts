/** telegram-test-api as its users start it. */
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";

interface TestServer {
  start(): Promise<void>;
}

const require = createRequire(import.meta.url);
const exported = require("telegram-test-api") as { default?: new (options: object) => TestServer };
const Server = exported.default ?? (exported as unknown as new (options: object) => TestServer);

const probe = createServer();
await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
const { port } = probe.address() as AddressInfo;
await new Promise((done) => probe.close(done));
await new Server({ port, host: "127.0.0.1", storeTimeout: 3600 }).start();
process.send!(port);
