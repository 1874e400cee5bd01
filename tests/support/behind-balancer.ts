/** Several nodes of a test's own process behind the balancer, to be used like one service. */
import { freePort } from "../../tools/free-port.ts";
import { Balancer } from "../../tools/nodes/balancer.ts";
import { startWorld, type Overrides, type TestService } from "./service.ts";

/** How many nodes the browser tests use. */
export const NODES = Number(process.env.NODES ?? 1);

const HOST = "127.0.0.1";

/** Starts nodes on one new database that is filled with a world. Their clock must go by itself. */
export async function startBehindBalancer(
  count: number,
  world?: object,
  options: Overrides = {},
): Promise<TestService> {
  const port = await freePort();
  // One address for all nodes: the name of the session's cookie depends on it.
  const own = { ...options, public_url: `http://${HOST}:${port}` };
  const t = await startWorld("postgres", world, own);
  const others: TestService[] = [];
  while (others.length < count - 1) others.push(await t.join(options.clock ? { clock: options.clock } : {}));
  const first = t.service;
  const balancer = new Balancer([t, ...others].map((node) => node.url));
  const url = await balancer.listen(port, HOST);
  const close = async () => {
    await balancer.close();
    for (const node of others) await node.stop();
    await first.close();
  };
  const { db, blobs, app, hashes, deps, cluster, worlds, elsewhere, metrics_url, tls_url, drain, retire, adopt } =
    first;
  t.service = {
    db,
    blobs,
    app,
    hashes,
    deps,
    cluster,
    worlds,
    elsewhere,
    metrics_url,
    tls_url,
    url,
    drain,
    close,
    retire,
    adopt,
  };
  return t;
}
