/** The operator's door into a running service: a socket in the data folder, open to whoever may read the folder. */
import { existsSync, unlinkSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { carryOut } from "./accounts.ts";
import { OrderFault, type Order } from "./ground.ts";
import type { Service } from "./service.ts";

function socketPath(data_dir: string): string {
  return join(data_dir, "control.sock");
}

/** Listens for commands until the process ends. */
export async function serveControl(service: Service, data_dir: string): Promise<void> {
  const path = socketPath(data_dir);
  if (existsSync(path)) unlinkSync(path);
  const { db, hashes, deps } = service;
  const ground = { db, hashes, updates: deps.updates, addresses: [deps.addresses.common, ...service.elsewhere] };
  const server = createServer((req, res) => {
    void readText(req)
      .then((text) => carryOut(ground, JSON.parse(text) as Order))
      .then(
        (result) => res.end(JSON.stringify({ ok: true, result })),
        (error: unknown) => {
          const sentence =
            error instanceof OrderFault ? error.message : "the service could not do it; its log says why";
          res.end(JSON.stringify({ ok: false, sentence }));
        },
      );
  });
  await new Promise<void>((done) => server.listen(path, done));
  server.unref();
}

/** Sends a command to the service that runs on `data_dir`; `undefined` when none does. @throws OrderFault */
export async function orderRunning(data_dir: string, order: Order): Promise<object | undefined> {
  const text = await new Promise<string | undefined>((resolve, reject) => {
    const req = request(
      { socketPath: socketPath(data_dir), method: "POST", path: "/" },
      (res) => void readText(res).then(resolve, reject),
    );
    req.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(undefined);
      else reject(error);
    });
    req.end(JSON.stringify(order));
  });
  if (text === undefined) return undefined;
  const answer = JSON.parse(text) as { ok: true; result: object } | { ok: false; sentence: string };
  if (!answer.ok) throw new OrderFault(answer.sentence);
  return answer.result;
}

async function readText(source: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
