/** A server in a process of its own that answers at once: what its client waits for is the machine. */
import { spawn, type ChildProcess } from "node:child_process";
import { end, said } from "../support/programs.ts";

const PROGRAM = `
  const server = require("node:http").createServer((_req, res) => res.end("x"));
  server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port));
`;

export class ControlServer {
  readonly url: string;
  readonly #program: ChildProcess;

  private constructor(url: string, program: ChildProcess) {
    this.url = url;
    this.#program = program;
  }

  static async start(): Promise<ControlServer> {
    const program = spawn(process.execPath, ["-e", PROGRAM], { stdio: ["ignore", "pipe", "ignore"] });
    const port = await said(program, (output) => /listens on (\d+)/.exec(output)?.[1]);
    return new ControlServer(`http://127.0.0.1:${port}`, program);
  }

  async stop(): Promise<void> {
    await end(this.#program, "SIGKILL");
  }
}
