/**
 * A server in a process of its own that answers at once, or when a transaction of its own on the database is durable: what its
 * client waits for is the machine.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { end, said } from "../support/programs.ts";

const PROGRAM = `
  const { DATABASE } = process.env;
  const client = DATABASE && new (require("pg").Client)(DATABASE);
  const connected = client && client.connect();
  const server = require("node:http").createServer(async (_req, res) => {
    await connected;
    if (client) await client.query("select pg_logical_emit_message(true, 'control', 'x')");
    res.end("x");
  });
  server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port));
`;

export class ControlServer {
  readonly url: string;
  readonly #program: ChildProcess;

  private constructor(url: string, program: ChildProcess) {
    this.url = url;
    this.#program = program;
  }

  /** @param database - the address of one on PostgreSQL */
  static async start(database = ""): Promise<ControlServer> {
    const env = { ...process.env, DATABASE: database };
    const program = spawn(process.execPath, ["-e", PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
    const port = await said(program, (output) => /listens on (\d+)/.exec(output)?.[1]);
    return new ControlServer(`http://127.0.0.1:${port}`, program);
  }

  async stop(): Promise<void> {
    await end(this.#program, "SIGKILL");
  }
}
