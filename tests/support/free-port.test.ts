/** Ports for servers of the tests: others are not given them meanwhile. */
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../tools/free-port.ts";

test("servers that are started at the same time get ports of their own, which the system gives to no other program", async () => {
  const servers = Array.from({ length: 200 }, () => createServer());
  const anywhere = await Promise.all(servers.map((server) => portOf(server, 0)));
  const ports = await Promise.all(servers.map(() => freePort()));
  await close(servers);
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(Math.min(...anywhere));
  const later = ports.map(() => createServer());
  expect(await Promise.all(later.map((server, i) => portOf(server, ports[i]!)))).toEqual(ports);
  await close(later);
});

/** The port on which a server listens if it asks for this one. */
async function portOf(server: Server, port: number): Promise<number> {
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
  return (server.address() as { port: number }).port;
}

async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
}
