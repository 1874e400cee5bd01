/** A service that sends mail, and the mail server that takes it. */
import { readMailAddress } from "heliogram/app/mail/read-address.ts";
import { saveMailAddress } from "heliogram/store/queries/mail/mail-addresses.ts";
import { mailFigures } from "heliogram/store/queries/mail/outgoing-mail.ts";
import { hasCode, codeIn, MailServer } from "./mail-server.ts";
import { START_S, type Overrides, type TestService } from "./service.ts";
import { until } from "./until.ts";

export class MailedService {
  readonly t: TestService;
  readonly server: MailServer;

  private constructor(t: TestService, server: MailServer) {
    this.t = t;
    this.server = server;
  }

  /** @param start - starts the service with these options */
  static async start(start: (mail: Pick<Overrides, "mail">) => Promise<TestService>): Promise<MailedService> {
    const server = await MailServer.start();
    return new MailedService(await start({ mail: server.options() }), server);
  }

  /** Gives a person an address that is confirmed. */
  confirm(username: string, address?: string): Promise<void> {
    return confirmAddress(this.t, username, address);
  }

  /** The mails in the queue. */
  async waiting(): Promise<number> {
    return (await this.t.service.db.read(mailFigures)).waiting;
  }

  /** Resolves when the queue is empty. */
  async sentAll(): Promise<void> {
    await until(async () => (await this.waiting()) === 0, "an empty queue");
  }

  /** @throws Error if a secret of the service, also one that was mailed, is in its output or its files */
  async stop(): Promise<void> {
    for (const mail of this.server.mails) if (hasCode(mail)) this.t.canary.remember(codeIn(mail));
    await this.t.stop();
    await this.server.stop();
  }
}

/** Gives a person of a service an address that is confirmed. */
export async function confirmAddress(
  t: TestService,
  username: string,
  address = `${username}@example.org`,
): Promise<void> {
  const { address: kept, folded } = readMailAddress(address)!;
  const confirmed = { person_id: t.id(username), address: kept, verified_at: START_S };
  await t.service.db.write((tx) => saveMailAddress(tx, confirmed, folded));
}
