/** `npm run nodes -- 3`: PostgreSQL, Redis, an S3 store, so many nodes and a balancer on this machine, until Ctrl-C. Nothing of it is kept. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPostgres } from "../../tests/support/postgres-binaries.ts";
import { createDatabase, startPostgres } from "../../tests/support/postgres.ts";
import { end, said } from "../../tests/support/programs.ts";
import { stopS3, takeBucket } from "../../tests/support/s3.ts";
import { HAS_S3 } from "../../tests/support/s3-store.ts";
import { freePort } from "../free-port.ts";
import { Balancer } from "./balancer.ts";
import { LocalNode } from "./local-node.ts";
import { hasRedis, RedisServer } from "./redis-server.ts";

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;
const HOST = "127.0.0.1";
const MOST = 16;
const USAGE = "usage: npm run nodes -- [NUMBER OF NODES] [--port N]";

/** What is started, in the order in which it is stopped. */
const stops: (() => Promise<void> | void)[] = [];

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Says what is wrong, and ends. */
function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(64);
}

function readOptions(): { readonly count: number; readonly port: number } {
  const { values, positionals } = parseArgs({
    options: { port: { type: "string", default: "8080" } },
    allowPositionals: true,
  });
  const [count, port] = [Number(positionals[0] ?? 3), Number(values.port)];
  if (!Number.isInteger(count) || count < 1 || count > MOST) refuse(`${USAGE}, from 1 to ${MOST}`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse(USAGE);
  return { count, port };
}

/** @returns the address of an empty database */
async function startDatabase(): Promise<string> {
  const binaries = findPostgres();
  if (!binaries) {
    refuse(
      "PostgreSQL was not found, which several nodes share: install it (apt-get install postgresql), or run npm ci for the one that a package brings.",
    );
  }
  const server = await startPostgres(binaries);
  stops.unshift(() => server.stop());
  return createDatabase(server.url);
}

async function startRedis(): Promise<RedisServer | undefined> {
  if (!hasRedis()) {
    say("Redis was not found: the nodes notify each other through PostgreSQL (apt-get install redis-server).");
    return undefined;
  }
  const redis = await RedisServer.start();
  stops.unshift(() => redis.stop());
  return redis;
}

/** The settings by which the nodes share a bucket; `undefined` where there is no S3 store to start. */
async function startFiles(): Promise<Record<string, string> | undefined> {
  if (!HAS_S3) {
    say("OpenStack Swift was not found: the nodes share a folder of files (apt-get install python3-swift).");
    return undefined;
  }
  stops.unshift(stopS3);
  const { bucket, endpoint, region, access_key, secret_key } = await takeBucket();
  return {
    HELIOGRAM_FILES_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}&style=path`,
    HELIOGRAM_FILES_ACCESS_KEY: access_key,
    HELIOGRAM_FILES_SECRET_KEY: secret_key,
  };
}

/** Fills the database with the example world. @returns who can sign in, as `heliogram dev` says it */
async function fill(database: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const flags = ["--database", database, "--data", folder, "--port", "0", "--no-assistant"];
  const program = spawn(process.execPath, [MAIN, "dev", ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const isWhole = (output: string) => output.includes("\nChats:\n") && output.endsWith("\n");
  const output = await said(program, (text) => (isWhole(text) ? text : undefined));
  await end(program, "SIGTERM");
  return output.slice(output.indexOf("People"));
}

async function start(): Promise<void> {
  const { count, port: wanted } = readOptions();
  const port = wanted === 0 ? await freePort() : wanted;
  const root = mkdtempSync(join(tmpdir(), "heliogram-nodes-"));
  stops.unshift(() => rmSync(root, { recursive: true, force: true }));
  const database = await startDatabase();
  const redis = await startRedis();
  const files = await startFiles();
  const shared = join(root, "shared");
  const world = await fill(database, shared);
  const environment = {
    HELIOGRAM_DATABASE: database,
    HELIOGRAM_PUBLIC_URL: `http://${HOST}:${port}`,
    HELIOGRAM_WEBHOOK_ALLOW: "127.0.0.0/8",
    ...(redis ? { HELIOGRAM_REDIS_URL: redis.url } : {}),
    ...files,
  };
  const nodes: LocalNode[] = [];
  for (let n = 1; n <= count; n++) {
    const node = await LocalNode.start({ name: `node${n}`, root, shared, environment, report: say });
    stops.unshift(() => node.stop());
    nodes.push(node);
  }
  const balancer = new Balancer(nodes.map((node) => node.url));
  const url = await balancer.listen(port, HOST);
  stops.unshift(() => balancer.close());
  say(`\nHeliogram on ${count} nodes listens on ${url}\n`);
  say(`  PostgreSQL  ${database}`);
  if (redis) say(`  Redis       ${redis.url}`);
  if (files) say(`  S3          ${files.HELIOGRAM_FILES_URL}`);
  for (const [n, node] of nodes.entries()) say(`  node ${n + 1}      ${node.url}  (process ${node.pid})`);
  say(`\n${world}\nEnd a node by its process to see the others go on; it is started again. Ctrl-C ends everything.`);
}

let stopping: Promise<void> | undefined;

async function stop(): Promise<void> {
  for (const each of stops.splice(0)) await each();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopping ??= stop().then(() => process.exit(0));
  });
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  stopping ??= stop();
  await stopping;
  process.exitCode = 1;
}
