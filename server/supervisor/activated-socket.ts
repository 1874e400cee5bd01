/** Socket activation of systemd (`sd_listen_fds(3)`): the listening socket is open before the service starts. */

/** The first descriptor that is passed. */
const FIRST_FD = 3;

/**
 * The descriptor of the socket that systemd has passed to this process; `undefined` without one. Removes the variables, so
 * that no child process takes them for its own.
 *
 * @throws Error if there are several
 */
export function activatedSocket(env: Record<string, string | undefined>, pid: number): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete env[name];
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(pid)) return undefined;
  if (LISTEN_FDS !== "1") throw new Error(`systemd has passed ${LISTEN_FDS} sockets, and the service listens on one`);
  return FIRST_FD;
}
