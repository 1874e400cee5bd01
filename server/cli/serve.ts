/** `heliogram serve`: the service on its own data. */
import { invite } from "../app/invitations.ts";
import { hasPeople } from "../store/people.ts";
import { deleteUnusedOwnerInvitations } from "../store/invitations.ts";
import { settingsOrExit } from "./config.ts";
import { serveControl } from "./control.ts";
import { socketPath } from "./control-line.ts";
import { limitsFrom, minFreeFrom, postgresFrom } from "./limits.ts";
import { clock, random } from "./machine.ts";
import { run, stderrLog } from "./run.ts";
import type { Service } from "./service.ts";
import { findWebClient } from "./web-client.ts";

const DAY_S = 86_400;

export async function serve(): Promise<void> {
  const { settings } = settingsOrExit();
  const log = stderrLog(settings.log_level);
  const control = socketPath(settings.data_dir);
  const service = await run({
    ...settings,
    public_url: settings.public_url,
    bots_per_person: settings.bots_per_person,
    chats_per_person: settings.chats_per_person,
    web_dir: findWebClient(),
    limits: limitsFrom(settings),
    postgres: postgresFrom(settings),
    min_free_bytes: minFreeFrom(settings),
    egress: { allow: settings.webhook_allow, allow_everything: false },
    session_s: settings.session_days * DAY_S,
    log,
  });
  await serveControl(service, control, (error) => log.error({ err: error }, "a command failed"));
  process.stdout.write(`Heliogram listens on ${service.url}\n`);
  if (service.elsewhere.length > 0) process.stdout.write(fromElsewhere(service.elsewhere));
  const code = await ownerCode(service);
  if (code === undefined) return;
  const [here, ...others] = [service.deps.addresses.common, ...service.elsewhere].map(
    (each) => `${each}/invite/${code}`,
  );
  process.stdout.write(`Nobody has an account yet. Become the owner (this link works once, for a day):\n  ${here}\n`);
  if (others.length > 0) process.stdout.write(fromElsewhere(others));
}

function fromElsewhere(addresses: readonly string[]): string {
  return `From other machines:\n${addresses.map((each) => `  ${each}\n`).join("")}`;
}

/** While nobody has an account, whoever reads the console can become the owner, and nobody else. */
async function ownerCode(service: Service): Promise<string | undefined> {
  if (await service.db.read(hasPeople)) return undefined;
  return service.db.write(async (tx) => {
    await deleteUnusedOwnerInvitations(tx);
    const wish = { created_by: null, makes_owner: true, lasts_s: DAY_S };
    return invite(tx, service.hashes, random.bytes, wish, Math.floor(clock.now() / 1000));
  });
}
