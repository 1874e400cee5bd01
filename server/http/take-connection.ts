/** How connections leave this process while they are open. */
import type { Socket } from "node:net";

/** Takes over a connection that waits for a request. `unread` is what has arrived of it. */
export type TakeConnection = (socket: Socket, unread: Buffer) => void;
