/** Screens that show what devices say they are, and how to open them with texts of an attacker. */
import { claimCode, showCode } from "./device-code.ts";
import { goto, type OpenScreen } from "./injection-walk.ts";

export const DEVICES: Readonly<Record<string, OpenScreen>> = {
  "a device that asks to sign in": async (walk, { text }) => {
    const code = await showCode({ ...walk, say: (words: string) => words });
    await claimCode(walk.t, code, text("Da", 64));
    return [text("Da", 64)];
  },
  "the list of sessions": async (walk, { text }) => {
    const password = "correct horse battery";
    await walk.t.post("/api/signIn", { username: "alice", password, device: text("Se", 64) });
    await goto(walk, "/settings");
    return [text("Se", 64)];
  },
};
