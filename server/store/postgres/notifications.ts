/** Texts between the processes on one database: NOTIFY on one connection, LISTEN on another. */
import pg from "pg";
import { endWithin } from "./instance-lock.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";

const CHANNEL = "heliogram";
/** The server refuses texts of 8000 bytes and more. */
const MAX_BYTES = 7999;
/** Milliseconds that the server may take for one text. What takes longer is given up. */
const SEND_MS = 5000;
/** Texts that wait to be sent, at most. A text that is refused is lost, as others may be. */
const MAX_WAITING = 100;
/** Milliseconds between two attempts to connect. The first follows a broken connection at once. */
const RETRY_MS = 1000;

/** The queue of NOTIFY is not durable, so its commit need not wait for the disk. */
const SENDER_SETTINGS = "set synchronous_commit = off; set idle_session_timeout = 0";
/** The server ends the session of a lost client within half a minute. */
const LISTENER_SETTINGS = `set idle_session_timeout = 0; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4; listen ${CHANNEL}`;

export interface NotificationHandlers {
  /** A text of any process, this one included. */
  received(text: string): void;
  /** Texts may have been lost, because there was no connection. */
  interrupted(): void;
}

/** NOTIFY is never used inside a transaction of the store: the server commits such transactions one after another. */
export class PostgresNotifications {
  readonly max_bytes = MAX_BYTES;
  readonly #options: PostgresOptions;
  /** The connection that sends, also while it is being opened: transports may send several texts at the same time. */
  #sender: Promise<pg.Client> | undefined;
  /** The end of the text that was handed over last. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #listener: pg.Client | undefined;
  #handlers: NotificationHandlers | undefined;
  #cancelRetry: () => void = () => {};
  #isClosed = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
  }

  start(handlers: NotificationHandlers): void {
    this.#handlers = handlers;
    void this.#listen();
  }

  /**
   * Resolves when the server has the text. Texts are sent one after another. @throws the driver's error, and an error when
   * too many texts wait
   */
  async send(text: string): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw new Error("too many texts wait for the database");
    this.#waiting++;
    // Those that wait behind a text that fails use the same connection, so they fail at once.
    const sender = (this.#sender ??= this.#openSender());
    const sent = this.#last.then(() => this.#sendBy(sender, text));
    this.#last = sent.catch(() => {});
    await sent.finally(() => this.#waiting--);
  }

  /** Connects anew: a connection may be broken without a sign of it. */
  restart(): void {
    this.#giveUpSender(this.#sender);
    this.#lost(this.#listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    const [sender, listener] = [this.#sender, this.#listener];
    this.#sender = this.#listener = undefined;
    await endWithin(
      this.#options,
      Promise.all([
        listener?.end(),
        sender?.then(
          (client) => client.end(),
          () => {},
        ),
      ]),
    );
  }

  async #connect(settings: string, query_timeout: number, onLost: (client: pg.Client) => void): Promise<pg.Client> {
    const client = new pg.Client({ ...unboundedConfig(this.#options), query_timeout });
    client.on("error", () => onLost(client)).on("end", () => onLost(client));
    try {
      await client.connect();
      await client.query(settings);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (!this.#isClosed) return client;
    await client.end();
    throw new Error("closed");
  }

  async #sendBy(sender: Promise<pg.Client>, text: string): Promise<void> {
    try {
      const client = await sender;
      await client.query({ name: "notify", text: `select pg_notify('${CHANNEL}', $1)`, values: [text] });
    } catch (error) {
      this.#giveUpSender(sender);
      throw error;
    }
  }

  #openSender(): Promise<pg.Client> {
    const sender: Promise<pg.Client> = this.#connect(SENDER_SETTINGS, SEND_MS, () => this.#giveUpSender(sender));
    return sender;
  }

  #giveUpSender(sender: Promise<pg.Client> | undefined): void {
    if (!sender || this.#sender !== sender) return;
    this.#sender = undefined;
    sender.then((client) => client.end()).catch(() => {});
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#connect(LISTENER_SETTINGS, SEND_MS, (lost) => this.#lost(lost));
      client.on("notification", ({ payload }) => this.#handlers?.received(payload ?? ""));
      this.#listener = client;
      this.#handlers?.interrupted();
    } catch {
      // The store meets the same fault and reports it. Until there is a connection, the sweep finds what is new.
      if (!this.#isClosed) this.#cancelRetry = this.#options.after(RETRY_MS, () => void this.#listen());
    }
  }

  #lost(client: pg.Client | undefined): void {
    if (!client || this.#listener !== client) return;
    this.#listener = undefined;
    client.end().catch(() => {});
    if (!this.#isClosed) void this.#listen();
  }
}
