/** Mail: the queue's worker, and mails that somebody waits for. */
import { Outbox, type MailAttempt } from "../mail/outbox.ts";
import { sendTestMail } from "../mail/test-mail.ts";
import { Smtp } from "../mail/smtp.ts";
import type { MailPort } from "../methods/engine/deps.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import { mailFigures } from "../store/queries/mail/outgoing-mail.ts";
import type { Components } from "./components.ts";
import { age_s, recent, STORE_KEPT_MS } from "./recent-figures.ts";

export interface Mail {
  readonly port: MailPort;
  readonly outbox: Outbox;
  close(): Promise<void>;
}

/** @returns `undefined` if the service sends no mail */
export function openMail(components: Components): Mail | undefined {
  const { options, db, hashes, seal, cluster, metrics, onError } = components;
  if (!options.mail) return undefined;
  const { smtp: smtpOptions, public_url } = options.mail;
  const smtp = new Smtp(smtpOptions);
  const { log, clock, random } = options;
  const onAttempt = attemptObserver(metrics, log);
  const outbox = new Outbox({
    db,
    leases: cluster.leases,
    smtp,
    hashes,
    seal,
    public_url,
    clock,
    fraction: random.fraction,
    onAttempt,
    onError,
  });
  readFigures(components);
  return {
    port: { sendTest: (address, language) => sendTestMail(smtp, public_url, address, language) },
    outbox,
    close: () => smtp.close(),
  };
}

/** Counts attempts, and logs those that have failed. Neither names an address. */
function attemptObserver(metrics: Metrics, log: Log): (attempt: MailAttempt) => void {
  return ({ id, kind, outcome, failure }) => {
    metrics.count("heliogram_mails_total", outcome);
    const about = { mail: id, kind, ...failure };
    if (outcome === "deferred") log.warn(about, "a mail could not be sent and is tried again");
    else if (failure) log.warn(about, "the mail server refuses a mail for good, which is given up");
    else if (outcome === "given_up")
      log.warn(about, "a mail has waited until it was of no use any more, and is given up");
  };
}

function readFigures({ metrics, db, options }: Components): void {
  const figures = recent(options, STORE_KEPT_MS, () => db.read(mailFigures));
  metrics.read("heliogram_waiting_mails", async () => (await figures()).waiting);
  metrics.read("heliogram_oldest_mail_age_seconds", async () => {
    return age_s((await figures()).oldest_at, options.clock);
  });
}
