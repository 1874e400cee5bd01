/** An SMTP server of the tests: it keeps the mails that it takes, and fails as a test tells it to. */
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailOptions } from "heliogram/runtime/mail-options.ts";
import { CERTIFICATE, KEY } from "./certificate.ts";
import { until } from "./until.ts";

/** A refusal of the server: the code and the text of its answer. */
export interface SmtpRefusal {
  readonly code: number;
  readonly text: string;
}

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly encrypted: boolean;
  /** The name with which the sender has greeted the server. */
  readonly greeting: string | undefined;
}

export const SMTP_USER = { user: "chat", password: "pass word:1" };

export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** The texts of all mails, also of those that it has refused after it had read them. */
  readonly read: string[] = [];
  /** Answers to the commands, while they are set. */
  refuse: { connect?: SmtpRefusal; auth?: SmtpRefusal; from?: SmtpRefusal; to?: SmtpRefusal; data?: SmtpRefusal } = {};
  /** Refuses this recipient alone. */
  refused: { readonly address: string; readonly by: SmtpRefusal } | undefined;
  #server!: SMTPServer;
  #port = 0;

  static async start(own: SMTPServerOptions = {}): Promise<MailServer> {
    const made = new MailServer();
    await made.#listen(own);
    return made;
  }

  get port(): number {
    return this.#port;
  }

  /** The options of a service that sends by this server. */
  options(smtp: Partial<MailOptions["smtp"]> = {}): MailOptions {
    const server = { host: "127.0.0.1", port: this.#port, is_encrypted: false, tls: "required" as const };
    return {
      smtp: {
        ...server,
        credentials: SMTP_USER,
        connections: 2,
        timeout_s: 5,
        certificate: CERTIFICATE,
        from: { name: "Chat", address: "chat@example.org" },
        greeting_host: "chat.example.org",
        ...smtp,
      },
      public_url: "https://chat.example.org",
    };
  }

  async #listen(own: SMTPServerOptions): Promise<void> {
    this.#server = new SMTPServer({
      key: KEY,
      cert: CERTIFICATE,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => done(asError(this.refuse.connect)),
      onAuth: ({ username, password }, _session, done) => {
        const isRight = username === SMTP_USER.user && password === SMTP_USER.password;
        const refusal = this.refuse.auth ?? (isRight ? undefined : { code: 535, text: "5.7.8 authentication failed" });
        const error = asError(refusal);
        if (error) done(error);
        else done(null, { user: username ?? "" });
      },
      onMailFrom: (_address, _session, done) => done(asError(this.refuse.from)),
      onRcptTo: ({ address }, _session, done) => {
        const own_refusal = this.refused?.address === address ? this.refused.by : undefined;
        done(asError(own_refusal ?? this.refuse.to));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks).toString();
          this.read.push(raw);
          const error = asError(this.refuse.data);
          if (error) return done(error);
          const { mailFrom, rcptTo } = session.envelope;
          return void simpleParser(raw).then((parsed) => {
            const from = mailFrom ? mailFrom.address : "";
            const to = rcptTo.map(({ address }) => address);
            const greeting = session.hostNameAppearsAs || undefined;
            this.mails.push({ raw, parsed, from, to, encrypted: session.secure, greeting });
            done();
          }, done);
        });
      },
      ...own,
    });
    this.#server.on("error", () => {});
    await new Promise<void>((done) => this.#server.listen(this.#port, "127.0.0.1", () => done()));
    this.#port = (this.#server.server.address() as AddressInfo).port;
  }

  /** Resolves with the newest mail to an address when the server has taken `count` of them. */
  async mailTo(address: string, count = 1): Promise<ReceivedMail> {
    const found = () => this.mails.filter(({ to }) => to.includes(address));
    await until(() => found().length >= count, `${count} mails to ${address}`);
    return found().at(-1)!;
  }

  /** Resolves with the code of the newest mail to an address that has one, when the server has taken `count` of them. */
  async codeTo(address: string, count = 1): Promise<string> {
    const found = () => this.mails.filter((mail) => mail.to.includes(address) && hasCode(mail));
    await until(() => found().length >= count, `${count} mails with a code to ${address}`);
    return codeIn(found().at(-1)!);
  }

  /** Closes the port; `up` opens it again. */
  async down(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  async up(): Promise<void> {
    await this.#listen({});
  }

  stop(): Promise<void> {
    return this.down();
  }
}

const CODE = /\/([\w-]{43})$/m;

/** Whether a mail has a link with a code at the end of a line. */
export function hasCode({ parsed }: ReceivedMail): boolean {
  return CODE.test(parsed.text ?? "");
}

/** The code at the end of the link in a mail. */
export function codeIn({ parsed }: ReceivedMail): string {
  return CODE.exec(parsed.text ?? "")![1]!;
}

function asError(refusal: SmtpRefusal | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
}

/** A port that takes connections and never says anything. */
export async function silentPort(): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
