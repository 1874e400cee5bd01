/**
 * Sockets of `node:net` and what they wrap. Node.js passes a connection to another process only with the bytes that nobody
 * has read, so reading stops before, and goes on where the handle gets a new socket.
 */
import { lookup } from "node:dns/promises";
import net, { Socket, type SocketConstructorOpts } from "node:net";
import { getSystemErrorName } from "node:util";

/** What a socket wraps: an open connection or a bound address. `node:cluster` sends these too. */
export interface Handle {
  readonly fd: number;
  readStop(): number;
  close(done?: () => void): void;
}

/** Takes the connection out of its socket, which then is destroyed. `undefined` if it is closed. */
export function takeHandle(socket: Socket): Handle | undefined {
  const holder = socket as unknown as { _handle: Handle | null };
  const handle = holder._handle;
  if (handle) {
    handle.readStop();
    holder._handle = null;
  }
  socket.destroy();
  return handle ?? undefined;
}

/** Makes a socket for a connection. @param unread - comes before what the connection has */
export function socketOf(handle: Handle, unread: Buffer): Socket {
  // Half-closed connections get their responses, as those do that a server accepts.
  const socket = new Socket({ handle, allowHalfOpen: true } as object as SocketConstructorOpts);
  socket.on("error", () => socket.destroy());
  if (unread.length > 0) socket.unshift(unread);
  return socket;
}

type CreateHandle = (address: string, port: number, family: number) => Handle | number;

/**
 * Binds an address without accepting connections. Keep the handle: when it is collected, the socket is closed.
 *
 * @param host - an address or a name
 * @throws Error with the `code` of the system
 */
export async function bind(host: string, port: number): Promise<Handle> {
  const { address, family } = await lookup(host);
  const { _createServerHandle: create } = net as unknown as { readonly _createServerHandle: CreateHandle };
  const handle = create(address, port, family);
  if (typeof handle !== "number") return handle;
  const code = getSystemErrorName(handle);
  throw Object.assign(new Error(`bind ${code} ${address}:${port}`), { code });
}
