/** Socket activation of systemd (`sd_listen_fds(3)`): the listening sockets are open before the service starts. */
import type { Sockets } from "./child.ts";

/** The first descriptor that is passed. */
const FIRST_FD = 3;
/** What `FileDescriptorName=` of the socket for HTTPS says. The other one may have any name. */
const TLS_NAME = "https";

/**
 * The sockets that systemd has passed to this process; `undefined` without one. Removes the variables, so that no child
 * process takes them for its own.
 *
 * @throws Error if there are others than one, and one for HTTPS beside it
 */
export function activatedSockets(env: Record<string, string | undefined>, pid: number): Sockets | undefined {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES = "" } = env;
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete env[name];
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(pid)) return undefined;
  if (LISTEN_FDS === "1") return { socket_fd: FIRST_FD };
  const names = LISTEN_FDNAMES.split(":");
  if (LISTEN_FDS !== "2" || names.filter((name) => name === TLS_NAME).length !== 1)
    throw new Error(
      `systemd has passed ${LISTEN_FDS} sockets: the service listens on one, and on one with FileDescriptorName=${TLS_NAME}`,
    );
  const tls = names.indexOf(TLS_NAME);
  return { socket_fd: FIRST_FD + (1 - tls), tls_fd: FIRST_FD + tls };
}
