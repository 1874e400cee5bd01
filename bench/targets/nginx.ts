/** nginx, where it is installed: the cost of an upload and a download for a server that does nothing else. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopProcess, killOnExit, temporaryFolder } from "../cleanup.ts";
import { freePort } from "../../tools/free-port.ts";

const FOLDERS = ["body", "proxy", "www"];
const TRIES = 100;
const PAUSE_MS = 50;

export interface Nginx {
  readonly pid: number;
  /** `/up` writes the body to a file; `/file` serves one. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts nginx on a free port; `undefined` if it is not installed. @throws Error if it does not start */
export async function startNginx(file: Buffer): Promise<Nginx | undefined> {
  if (!isInstalled()) return undefined;
  const dir = temporaryFolder("nginx");
  for (const name of FOLDERS) mkdirSync(join(dir, name));
  writeFileSync(join(dir, "www", "file"), file);
  const [port, sink] = [await freePort(), await freePort()];
  writeFileSync(join(dir, "nginx.conf"), config(dir, port, sink));
  const args = ["-p", dir, "-c", join(dir, "nginx.conf"), "-e", join(dir, "error.log")];
  const child = killOnExit(spawn("nginx", args, { stdio: ["ignore", "ignore", "inherit"] }));
  await waitUntilUp(`http://127.0.0.1:${sink}/`);
  return {
    pid: child.pid!,
    port,
    async stop() {
      await stopProcess(child, "SIGKILL");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function isInstalled(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(PAUSE_MS);
  }
  throw new Error("nginx did not start");
}

/**
 * nginx writes the body to a file; the upstream server only confirms the request. There is no master process, so killing the
 * one process stops nginx.
 */
function config(dir: string, port: number, sink: number): string {
  return `daemon off;
master_process off;
pid ${dir}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/proxy;
  uwsgi_temp_path ${dir}/proxy;
  scgi_temp_path ${dir}/proxy;
  client_max_body_size 200m;
  sendfile on;
  server {
    listen 127.0.0.1:${port};
    root ${dir}/www;
    location /up {
      client_body_in_file_only clean;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_method GET;
      proxy_pass http://127.0.0.1:${sink}/;
    }
  }
  server { listen 127.0.0.1:${sink}; location / { return 200 "ok"; } }
}
`;
}
