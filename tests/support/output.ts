/** Captures what this process writes to its standard output and error output while a service runs in it. */

/** The captured chunks that a capture still needs. */
const listeners = new Set<string[]>();

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    for (const kept of listeners) kept.push(text);
    return write(chunk, ...rest);
  };
}

/** Starts a capture. @returns a function that ends it and returns the captured output */
export function captureOutput(): () => string {
  const kept: string[] = [];
  listeners.add(kept);
  return () => {
    listeners.delete(kept);
    return kept.join("");
  };
}
