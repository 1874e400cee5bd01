/** Many connected screens, each of another person, held open by a child process. */
import { fork } from "node:child_process";
import { stopProcess, killOnExit } from "../cleanup.ts";

/**
 * Opens screens, waits until all screens together have received `until` frames of chats, or takes the delivery of frames
 * since it was last taken.
 */
export type ScreenCommand =
  | { readonly open: readonly string[]; readonly port: number }
  | { readonly until: number }
  | { readonly take: "delivery" };

/** Frames of chats and streamed drafts, and how long after the time at the beginning of their text they have arrived. */
export interface Delivery {
  readonly frames: number;
  /** 0 without such texts. */
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface ScreenReply {
  readonly frames: number;
  readonly delivery?: Delivery;
  readonly error?: string;
}

export interface Screens {
  /** Resolves when `frames` more frames have arrived since the last call. @throws Error if a connection breaks */
  waitForFrames(frames: number): Promise<void>;
  /** What has arrived since the last call. */
  delivery(): Promise<Delivery>;
  close(): Promise<void>;
}

/** Opens one screen for each access token. @throws Error if one is rejected */
export async function openScreens(port: number, tokens: readonly string[]): Promise<Screens> {
  const child = killOnExit(fork(new URL("./screen-client.ts", import.meta.url)));
  const execute = (command: ScreenCommand) =>
    new Promise<ScreenReply>((resolve, reject) => {
      child.once("message", (message) => {
        const reply = message as ScreenReply;
        if (reply.error === undefined) resolve(reply);
        else reject(new Error(reply.error));
      });
      child.send(command);
    });
  let { frames: received } = await execute({ open: tokens, port });
  return {
    waitForFrames: async (frames) => {
      ({ frames: received } = await execute({ until: received + frames }));
    },
    delivery: async () => (await execute({ take: "delivery" })).delivery!,
    close: () => stopProcess(child, "SIGKILL"),
  };
}
