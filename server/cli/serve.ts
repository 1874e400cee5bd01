/** `heliogram serve`: runs the service with the settings of the environment. */
import { inviteFirstOwner } from "../app/accounts/invitations.ts";
import { hasPeople } from "../store/queries/accounts/people.ts";
import { settingsOrExit } from "./config.ts";
import { serveAdminSocket } from "./admin/socket-server.ts";
import { adminSocketPath } from "./admin/socket-client.ts";
import { warnOfOpenFolder } from "../runtime/data-folder.ts";
import {
  filesFrom,
  limitsFrom,
  mailFrom,
  minFreeFrom,
  postgresFrom,
  providersFrom,
  tlsFrom,
} from "../runtime/settings-options.ts";
import { clock, random } from "../runtime/system.ts";
import { run, stderrLog } from "../runtime/run.ts";
import type { Service } from "../runtime/service.ts";
import { fenced, type Lease } from "../store/lease.ts";
import { findWebClient } from "../runtime/web-client.ts";
import { attempt } from "../runtime/exit-error.ts";
import { knownSchema } from "../store/migrate.ts";
import { activatedSockets } from "../supervisor/activated-socket.ts";
import { Supervised } from "../supervisor/supervised.ts";

const DAY_S = 86_400;

export async function serve(): Promise<void> {
  const supervised = Supervised.ofProcess(process.env);
  // What is passed by systemd is not for the processes that this one starts.
  const activated = await attempt("cannot listen", async () => activatedSockets(process.env, process.pid));
  const { settings, files } = settingsOrExit();
  const log = stderrLog(settings.log_level);
  const socket_path = adminSocketPath(settings.data_dir);
  await supervised?.turn(await knownSchema());
  await using opening = new AsyncDisposableStack();
  const started = await run({
    ...settings,
    supervised,
    socket_fd: (supervised ?? activated)?.socket_fd,
    tls: tlsFrom(settings, files, (supervised ?? activated)?.tls_fd),
    public_url: settings.public_url,
    redis_url: settings.redis_url,
    web_dir: findWebClient(),
    files: filesFrom(settings),
    providers: providersFrom(settings),
    mail: mailFrom(settings),
    limits: limitsFrom(settings),
    postgres: postgresFrom(settings),
    min_free_bytes: minFreeFrom(settings),
    egress: { allow: settings.webhook_allow, allow_everything: false },
    session_s: settings.session_days * DAY_S,
    drain_s: settings.drain_seconds,
    log,
  });
  const service = opening.adopt(started, (each) => each.close());
  warnOfOpenFolder(settings.data_dir, log);
  await serveAdminSocket(service, socket_path, (error) => log.error({ err: error }, "a command failed"));
  opening.move();
  supervised?.listening((socket) => service.adopt(socket));
  process.stdout.write(`Heliogram listens on ${service.url}\n`);
  if (service.metrics_url !== undefined)
    process.stdout.write(`Metrics and probes are at ${service.metrics_url} (/metrics, /healthz, /readyz)\n`);
  if (service.tls_url !== undefined) process.stdout.write(`Heliogram listens with TLS on ${service.tls_url}\n`);
  if (service.elsewhere.length > 0) process.stdout.write(fromElsewhere(service.elsewhere));
  // Each new link replaces the former one, so one node alone offers it.
  service.cluster.leases.hold("owner-invitation", {
    acquired: (lease) =>
      void offerOwnership(service, lease).catch((error: unknown) => log.error({ err: error }, "no owner was invited")),
    lost: async () => {},
  });
}

/** Prints a link by which somebody becomes the owner, while nobody has an account. */
async function offerOwnership(service: Service, lease: Lease): Promise<void> {
  const code = await ownerInvitation(service, lease);
  if (code === undefined) return;
  const [here, ...others] = [service.deps.addresses.public_url, ...service.elsewhere].map(
    (each) => `${each}/invite/${code}`,
  );
  process.stdout.write(`Nobody has an account yet. Become the owner (this link works once, for a day):\n  ${here}\n`);
  if (others.length > 0) process.stdout.write(fromElsewhere(others));
}

function fromElsewhere(addresses: readonly string[]): string {
  return `From other machines:\n${addresses.map((each) => `  ${each}\n`).join("")}`;
}

/** Creates an owner invitation while there are no accounts. It is printed, so only readers of the console can become owner. */
async function ownerInvitation(service: Service, lease: Lease): Promise<string | undefined> {
  if (await service.db.read(hasPeople)) return undefined;
  const now_s = Math.floor(clock.now() / 1000);
  return fenced(service.db, lease).write((tx) => inviteFirstOwner(tx, service.hashes, random.bytes, DAY_S, now_s));
}
