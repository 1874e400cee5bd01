/** Cleans up when this process exits. */

const cleanups = new Set<() => void>();

/** Calls `cleanUp`, which cannot await anything, when this process exits. @returns a function that takes this back */
export function atExit(cleanUp: () => void): () => void {
  // One listener for all: Node warns of many.
  if (cleanups.size === 0) process.once("exit", runAll);
  cleanups.add(cleanUp);
  return () => {
    cleanups.delete(cleanUp);
    if (cleanups.size === 0) process.off("exit", runAll);
  };
}

function runAll(): void {
  for (const cleanUp of cleanups) cleanUp();
}
