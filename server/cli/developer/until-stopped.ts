/** The end of a command that runs until Ctrl-C. */

/** A signal that aborts when the command is to end. A second Ctrl-C ends it at once. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
