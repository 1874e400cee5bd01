/** Many connected screens, each of another person, held open by a child process. */
import { fork } from "node:child_process";
import { stopProcess, killOnExit } from "../cleanup.ts";

/** Opens screens, or waits until all screens together have received `until` frames of chats. */
export type ScreenCommand = { readonly open: readonly string[]; readonly port: number } | { readonly until: number };

export interface ScreenReply {
  readonly frames: number;
  readonly error?: string;
}

export interface Screens {
  /** Resolves when `frames` more frames have arrived since the last call. @throws Error if a connection breaks */
  waitForFrames(frames: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens one screen for each access token. @throws Error if one is rejected */
export async function openScreens(port: number, tokens: readonly string[]): Promise<Screens> {
  const child = killOnExit(fork(new URL("./screen-client.ts", import.meta.url)));
  const execute = (command: ScreenCommand) =>
    new Promise<number>((resolve, reject) => {
      child.once("message", (message) => {
        const { frames, error } = message as ScreenReply;
        if (error === undefined) resolve(frames);
        else reject(new Error(error));
      });
      child.send(command);
    });
  let received = await execute({ open: tokens, port });
  return {
    waitForFrames: async (frames) => {
      received = await execute({ until: received + frames });
    },
    close: () => stopProcess(child, "SIGKILL"),
  };
}
