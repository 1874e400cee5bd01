/** Writes a chunk of a response, and waits until the client takes it. */
import type { ServerResponse } from "node:http";

/** Resolves when the chunk is no longer needed. @throws Error when the connection is closed */
export function written(res: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    res.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
