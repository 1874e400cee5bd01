/** The client of the admin socket: sends a command to the running service. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { AdminCommand } from "./command.ts";
import { CommandRefused } from "../errors.ts";
import { attempt, EXIT, ExitError } from "../../runtime/exit-error.ts";

/** The longest path of a Unix socket in bytes on all systems; Linux allows four more. */
const MAX_PATH_BYTES = 103;

/** @throws ExitError when the path is too long */
export function adminSocketPath(data_dir: string): string {
  const path = join(data_dir, "control.sock");
  const over = Buffer.byteLength(path) - MAX_PATH_BYTES;
  if (over <= 0) return path;
  throw new ExitError(`the path of the data folder is too long by ${over} bytes: ${data_dir}`, EXIT.refused);
}

/** Error codes of connecting when no service runs. */
const NOT_RUNNING: readonly (string | undefined)[] = ["ENOENT", "ENOTDIR", "ECONNREFUSED"];

/** Sends a command to the service that runs on `data_dir`. @returns its result; `undefined` if none runs. @throws ExitError */
export async function sendToService(data_dir: string, command: AdminCommand): Promise<object | undefined> {
  const path = adminSocketPath(data_dir);
  const text = await attempt("the service that runs does not answer", () => post(path, command));
  if (text === undefined) return undefined;
  const answer = JSON.parse(text) as { ok: true; result: object } | { ok: false; sentence: string };
  if (!answer.ok) throw new CommandRefused(answer.sentence);
  return answer.result;
}

/** The type of an answer that is no JSON, but an archive. */
export const ARCHIVE_TYPE = "application/gzip";

/**
 * Lets the service that runs on `data_dir` stream an archive to `write`.
 * @returns false if none runs. @throws ExitError
 */
export async function fetchExport(
  data_dir: string,
  command: AdminCommand,
  write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<boolean> {
  const res = await open(adminSocketPath(data_dir), command);
  if (res === undefined) return false;
  if (res.headers["content-type"] === ARCHIVE_TYPE) {
    await write(res);
    return true;
  }
  const { sentence } = JSON.parse(await readText(res)) as { sentence: string };
  throw new CommandRefused(sentence);
}

async function post(path: string, command: AdminCommand): Promise<string | undefined> {
  const res = await open(path, command);
  return res && readText(res);
}

/** @returns `undefined` if no service runs */
function open(path: string, command: AdminCommand): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const req = request({ socketPath: path, method: "POST", path: "/" }, resolve);
    req.on("error", (error: NodeJS.ErrnoException) => {
      if (NOT_RUNNING.includes(error.code)) resolve(undefined);
      else reject(error);
    });
    req.end(JSON.stringify(command));
  });
}

/** Whether a service runs on `data_dir`. @throws ExitError */
export async function isServiceRunning(data_dir: string): Promise<boolean> {
  const path = adminSocketPath(data_dir);
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if (NOT_RUNNING.includes((error as NodeJS.ErrnoException).code)) return false;
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
