/** Subjects that are one script: started in a process of their own, ready once they have told their port. */
import { fork } from "node:child_process";
import { ended, owned } from "../left-behind.ts";
import { CHATS, type Subject } from "./subject.ts";

export interface Echo extends Subject {
  /** Hands it the answer to give from now on. */
  teach(answer: Answer): void;
}

/** What the echo answers: the headers but for those that node:http writes itself, and the body. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The floor: bare `node:http`. */
export async function startEcho(): Promise<Echo> {
  const { subject, tell } = await startScript("echo", new URL("./echo.ts", import.meta.url));
  return { ...subject, teach: tell };
}

/** The floor of what goes from one browser to another. */
export async function startRelay(): Promise<Subject> {
  return (await startScript("relay", new URL("./relay.ts", import.meta.url))).subject;
}

/** npm's telegram-test-api, which keeps everything in memory. */
export async function startTestApi(): Promise<Subject> {
  return (await startScript("telegram-test-api", new URL("./test-api.ts", import.meta.url))).subject;
}

/** @throws Error if the script ends before it has told its port */
async function startScript(name: string, script: URL) {
  const child = owned(fork(script, { stdio: ["ignore", "ignore", "inherit", "ipc"] }));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", () => reject(new Error(`${name} did not start`)));
  });
  const chats = Array.from({ length: CHATS }, (_, i) => i + 1);
  const cast = { sender: "1:bench", poller: "2:bench", chats, person: undefined };
  const subject: Subject = { name, pid: child.pid!, port, cast, stop: () => ended(child, "SIGKILL") };
  return { subject, tell: (message: object) => void child.send(message) };
}
