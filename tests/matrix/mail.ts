/** Mail in the matrix: a service that sends it, and the objects of methods about it. */
import { deleteMailAddress, saveMailAddress, saveMailClaim } from "heliogram/store/queries/mail/mail-addresses.ts";
import { START_S, type Json, type Overrides, type TestService } from "../support/service.ts";
import { PASSWORD, type AccountWorld } from "./account-world.ts";

const DAY_S = 86_400;

/** A service that sends mail, by a server that is not there. */
export const UNREACHABLE_MAIL: Overrides["mail"] = {
  smtp: {
    ...{ host: "127.0.0.1", port: 1, is_encrypted: false, tls: "off", credentials: undefined },
    ...{ connections: 1, timeout_s: 1, certificate: undefined, from: { name: "", address: "chat@example.org" } },
    greeting_host: "chat.example.org",
  },
  public_url: "https://chat.example.org",
};

/** The code by which an address becomes a person's. */
async function mailCode({ service }: TestService, person_id: number, address: string): Promise<string> {
  const code = `code of ${person_id}`;
  const claim = { person_id, address, expires_at: START_S + DAY_S };
  await service.db.write((tx) => saveMailClaim(tx, claim, service.hashes.of(code)));
  return code;
}

export const MAIL: Readonly<Record<string, (w: AccountWorld) => Json | Promise<Json>>> = {
  "a mail address": (w) => ({ address: `${w.name()}@example.org`, password: PASSWORD }),
  "a mail address, and a wrong password": () => ({ address: "me@example.org", password: "wrong horse" }),
  "the code of an address": async (w) => ({ code: await mailCode(w.t, await w.person(), `${w.name()}@example.org`) }),
  "the code of a taken address": async (w) => {
    const address = `${w.name()}@example.org`;
    const code = await mailCode(w.t, await w.person(), address);
    await w.t.post("/api/confirmMailAddress", { code: await mailCode(w.t, await w.person(), address) });
    return { code };
  },
  "a mail address of theirs": async (w) => {
    const person_id = w.caller.id;
    const verified = { person_id, address: `${w.name()}@example.org`, verified_at: START_S };
    await w.t.service.db.write((tx) => saveMailAddress(tx, verified, verified.address));
    return { every: "daily" };
  },
  "no mail address": async (w) => {
    await w.t.service.db.write((tx) => deleteMailAddress(tx, w.caller.id));
    return { every: "hourly" };
  },
  "no digests": () => ({ every: "off" }),
  "a name of somebody": (w) => ({ name: w.caller.username }),
  "a name of nobody": () => ({ name: "nobody_at_all" }),
};
