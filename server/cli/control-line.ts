/** The other end of the operator's door: how a command reaches the service that runs. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Order } from "./commands.ts";
import { attempt, EXIT, Fault, OrderFault } from "./faults.ts";

/** As long as the address of a socket may be everywhere; Linux would take four bytes more. */
const LONGEST_PATH = 103;

/** @throws Fault */
export function socketPath(data_dir: string): string {
  const path = join(data_dir, "control.sock");
  const over = Buffer.byteLength(path) - LONGEST_PATH;
  if (over <= 0) return path;
  throw new Fault(`the path of the data folder is too long by ${over} bytes: ${data_dir}`, EXIT.refused);
}

/** What connecting comes to where no service runs. */
const NOBODY: readonly (string | undefined)[] = ["ENOENT", "ENOTDIR", "ECONNREFUSED"];

/** Sends a command to the service that runs on `data_dir`; `undefined` when none does. @throws Fault */
export async function orderRunning(data_dir: string, order: Order): Promise<object | undefined> {
  const path = socketPath(data_dir);
  const text = await attempt("the service that runs does not answer", () => ask(path, order));
  if (text === undefined) return undefined;
  const answer = JSON.parse(text) as { ok: true; result: object } | { ok: false; sentence: string };
  if (!answer.ok) throw new OrderFault(answer.sentence);
  return answer.result;
}

function ask(path: string, order: Order): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const req = request(
      { socketPath: path, method: "POST", path: "/" },
      (res) => void readText(res).then(resolve, reject),
    );
    req.on("error", (error: NodeJS.ErrnoException) => {
      if (NOBODY.includes(error.code)) resolve(undefined);
      else reject(error);
    });
    req.end(JSON.stringify(order));
  });
}

/** Whether a service answers on `data_dir`. @throws Fault */
export async function isServed(data_dir: string): Promise<boolean> {
  const path = socketPath(data_dir);
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if (NOBODY.includes((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

export async function readText(source: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
