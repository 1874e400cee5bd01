/** Many people's screens, held open by a child. */
import { fork } from "node:child_process";
import { ended, owned } from "../left-behind.ts";

/** Open so many screens, or wait until so many frames of chats have come to all of them together. */
export type Asked = { readonly open: readonly string[]; readonly port: number } | { readonly until: number };

export interface Counted {
  readonly frames: number;
  readonly error?: string;
}

export interface Screens {
  /** Resolves when so many frames more have come than at the last call. @throws Error if a screen broke */
  came(frames: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens one screen for each access token. @throws Error if one is refused */
export async function openScreens(port: number, tokens: readonly string[]): Promise<Screens> {
  const child = owned(fork(new URL("./screen-holder.ts", import.meta.url)));
  const ask = (asked: Asked) =>
    new Promise<number>((resolve, reject) => {
      child.once("message", (said) => {
        const { frames, error } = said as Counted;
        if (error === undefined) resolve(frames);
        else reject(new Error(error));
      });
      child.send(asked);
    });
  let have = await ask({ open: tokens, port });
  return {
    came: async (frames) => {
      have = await ask({ until: have + frames });
    },
    close: () => ended(child, "SIGKILL"),
  };
}
