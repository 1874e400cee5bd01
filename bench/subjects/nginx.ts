/** nginx, where it is installed: what taking and giving 100 MB costs a server that does nothing else. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Nginx {
  /** Takes a body into a file at `/up`, gives `/big.bin`. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts nginx on a free port, or returns `undefined` where there is none. `size` is what `/big.bin` has. */
export async function startNginx(size: number): Promise<Nginx | undefined> {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const dir = mkdtempSync(join(tmpdir(), "heliogram-nginx-"));
  chmodSync(dir, 0o755);
  for (const name of ["body", "proxy", "www"]) {
    mkdirSync(join(dir, name));
    chmodSync(join(dir, name), 0o777);
  }
  writeFileSync(join(dir, "www", "big.bin"), Buffer.alloc(size, 7));
  const [port, sink] = [await freePort(), await freePort()];
  writeFileSync(join(dir, "nginx.conf"), config(dir, port, sink));
  const child = spawn("nginx", ["-p", dir, "-c", join(dir, "nginx.conf"), "-g", "daemon off;"], { stdio: "ignore" });
  for (let tries = 0; tries < 100; tries++) {
    const up = await fetch(`http://127.0.0.1:${sink}/`).then(
      () => true,
      () => false,
    );
    if (up) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    port,
    async stop() {
      const exited = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The body goes to a file whole; what is behind the proxy only says that it came. */
function config(dir: string, port: number, sink: number): string {
  return `worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
