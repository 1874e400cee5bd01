/** Finds a free port, for servers that cannot choose one themselves. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to connections and to servers that listen on port 0. One of those could be taken
 * by another program before the server of the caller listens on it, or while that server is restarted.
 */
const FIRST = 20_000;
const END = 32_768;

/** The ports that this process was given. Their servers may not listen yet. */
const given = new Set<number>();

/** @returns a port of 127.0.0.1 on which nothing listens, another one at each call */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  await once(probe.close(), "close");
  return true;
}
