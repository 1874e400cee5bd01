/** Everything that is under test: PostgreSQL with its replica, Redis, an S3 store, the nodes, and a balancer before them. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Balancer } from "../../../tools/nodes/balancer.ts";
import { hasRedis, RedisServer } from "../../../tools/nodes/redis-server.ts";
import { startProcess, type OwnProcess } from "../../support/own-process.ts";
import { findPostgres } from "../../support/postgres-binaries.ts";
import { end } from "../../support/programs.ts";
import { HAS_S3 } from "../../support/s3-store.ts";
import { Bucket } from "./bucket.ts";
import { ClusterNode } from "./cluster-node.ts";
import { freeSubnet, whyNoNamespaces } from "./network.ts";
import { PostgresPair } from "./postgres-pair.ts";

export interface ClusterOptions {
  readonly nodes: number;
  /** What the store is filled with (`heliogram dev --world`). */
  readonly world: object;
  /** Planted faults: SQL that changes the database once it is filled, and modules that every node loads first. */
  readonly sql?: readonly string[];
  readonly preload?: readonly string[];
  /** Whether PostgreSQL has a replica to fail over to, which takes seconds to make. */
  readonly withReplica?: boolean;
  /** Whether there is a Redis, where there can be one. */
  readonly withRedis?: boolean;
  /** Whether files are in a bucket, where there can be one. */
  readonly withBucket?: boolean;
}

const LOOPBACK = "127.0.0.1";

/** The settings of every node: what an operator of several nodes sets, and our own networks for webhooks. */
const ENVIRONMENT = {
  HELIOGRAM_WEBHOOK_ALLOW: "127.0.0.0/8, 198.18.0.0/15",
  HELIOGRAM_PROXIES: "127.0.0.0/8, 198.18.0.0/15",
  HELIOGRAM_DATABASE_STATEMENT_S: "5",
  HELIOGRAM_DATABASE_WAIT_S: "2",
  HELIOGRAM_MIN_FREE_MB: "0",
};

export class Cluster {
  readonly postgres: PostgresPair;
  readonly redis: RedisServer | undefined;
  readonly bucket: Bucket | undefined;
  readonly nodes: readonly ClusterNode[];
  readonly balancer: Balancer;
  /** Where the balancer listens. */
  readonly url: string;
  /** Ids and credentials of the world. */
  readonly world: OwnProcess;
  /** The machine's own address that every node reaches. */
  readonly host: string;
  readonly #root: string;

  private constructor(
    parts: Pick<Cluster, "postgres" | "redis" | "bucket" | "nodes" | "balancer" | "url" | "world" | "host">,
    root: string,
  ) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.bucket = parts.bucket;
    this.nodes = parts.nodes;
    this.balancer = parts.balancer;
    this.url = parts.url;
    this.world = parts.world;
    this.host = parts.host;
    this.#root = root;
  }

  /** @throws Error where there is no PostgreSQL, or a part does not start */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const binaries = findPostgres();
    if (!binaries) throw new Error("no PostgreSQL was found");
    const root = mkdtempSync(join(tmpdir(), "heliogram-nemesis-"));
    chmodSync(root, 0o755);
    const postgres = await PostgresPair.start(root, binaries, options.withReplica);
    await postgres.createDatabase();
    const world = await fill(root, postgres.url, options.world);
    if (options.sql) await postgres.queryDatabase(...options.sql);
    const redis = (options.withRedis ?? true) && hasRedis() ? await RedisServer.start() : undefined;
    const bucket = (options.withBucket ?? true) && HAS_S3 ? await Bucket.start() : undefined;
    const subnet = whyNoNamespaces() === undefined ? freeSubnet() : undefined;
    const nodes: ClusterNode[] = [];
    for (let index = 0; index < options.nodes; index++) {
      const [key_file, database] = [join(root, "world", "secret.key"), postgres.url];
      const preload = options.preload ?? [];
      const parts = { database, redis: redis?.url, files: bucket?.options, subnet };
      nodes.push(await ClusterNode.create({ index, root, key_file, ...parts, preload, environment: ENVIRONMENT }));
    }
    postgres.onMoved(() => {
      for (const node of nodes) node.database.redirect(postgres.url);
    });
    bucket?.store.onMoved((url) => {
      for (const node of nodes) node.files!.redirect(url);
    });
    // One after another: the first one migrates.
    for (const node of nodes) await node.start();
    const balancer = new Balancer(nodes.map((node) => node.url));
    const url = await balancer.listen(0, LOOPBACK);
    const host = subnet === undefined ? LOOPBACK : `${subnet}.1`;
    return new Cluster({ postgres, redis, bucket, nodes, balancer, url, world, host }, root);
  }

  /** Resolves when every part works. @throws Error when one does not, with what it says */
  async untilWell(): Promise<void> {
    for (const node of this.nodes) await node.untilReady();
    await this.balancer.check();
  }

  /** The name of the node with this address, where that tells one from another. */
  nodeAt(address: string): string {
    return this.nodes.find((node) => node.address === address.replace("::ffff:", ""))?.name ?? "";
  }

  /** Ends everything, and leaves nothing behind. */
  async stop(): Promise<void> {
    await this.balancer.close();
    await Promise.all(this.nodes.map((node) => node.remove()));
    await this.redis?.stop();
    await this.bucket?.store.stop();
    await this.postgres.stop();
    if (existsSync(this.#root)) rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Fills an empty database by a service that is stopped again, and whose key the nodes get. */
async function fill(root: string, database: string, world: object): Promise<OwnProcess> {
  const filled = await startProcess({ dir: join(root, "world"), database, world });
  await end(filled.program, "SIGTERM");
  return filled;
}
