/** What this process writes to its standard output and to its error output, kept while a service runs in it. */

/** Chunks that somebody still wants. */
const listeners = new Set<string[]>();

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    for (const kept of listeners) kept.push(text);
    return write(chunk, ...rest);
  };
}

/** Keeps what is written from here on. @returns all of it, and keeps no more */
export function keepOutput(): () => string {
  const kept: string[] = [];
  listeners.add(kept);
  return () => {
    listeners.delete(kept);
    return kept.join("");
  };
}
