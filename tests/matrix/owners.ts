/** What owners of the service alone may do: one entry for every such method, with each object and what comes of it. */
import type { Method } from "heliogram/methods/method.ts";
import { suspendAccount } from "heliogram/store/accounts.ts";
import { START_S, type Json } from "../kit/service.ts";
import type { Outcome } from "./expected.ts";
import { fault, type Seen } from "./judge.ts";
import { NOBODY } from "./requests.ts";
import type { SelfWorld } from "./self.ts";

/** Whoever may be named, and who may not. */
const PEOPLE = {
  "a person": "ok",
  "a suspended person": "ok",
  "a bot": "USER_NOT_FOUND",
  "an unknown account": "USER_NOT_FOUND",
} as const;

/** What comes of each object for an owner. Everybody else hears `OWNER_RIGHTS_NEEDED`, whatever it is. */
export const OWNERS: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  createInvitation: { nothing: "ok" },
  listPeople: { nothing: "ok" },
  suspendPerson: { ...PEOPLE, "an owner": "ok", oneself: "CANT_SUSPEND_SELF" },
  restorePerson: { ...PEOPLE, "an owner": "ok", oneself: "ok" },
  resetPassword: { ...PEOPLE, "a suspended person": "USER_DEACTIVATED", "an owner": "ok", oneself: "ok" },
  makeOwner: { ...PEOPLE, "a suspended person": "USER_DEACTIVATED", "an owner": "ok", oneself: "ok" },
  unmakeOwner: { ...PEOPLE, "an owner": "ok", "oneself, the only owner": "LAST_OWNER" },
  listAudit: { nothing: "ok", "what somebody did": "ok" },
};

type Making = (w: SelfWorld) => Json | Promise<Json>;

/** The parameters that name each object. */
const OBJECTS: Readonly<Record<string, Making>> = {
  nothing: () => ({}),
  "a person": async (w) => ({ user_id: await w.person() }),
  "a suspended person": async (w) => {
    const user_id = await w.person();
    await w.t.service.db.write((tx) => suspendAccount(tx, user_id, START_S));
    return { user_id };
  },
  "an owner": async (w) => ({ user_id: await w.person(true) }),
  oneself: (w) => ({ user_id: w.t.id("boss") }),
  "oneself, the only owner": async (w) => {
    const user_id = w.t.id("boss");
    await w.t.service.db.write((tx) => tx.run("update person set is_owner = 0 where account_id <> ?", user_id));
    return { user_id };
  },
  "a bot": (w) => ({ user_id: w.t.id("other_bot") }),
  "an unknown account": () => ({ user_id: NOBODY }),
  "what somebody did": (w) => ({ actor_id: w.t.id("other") }),
};

/** Tries every object of a method, by an owner and by somebody else. @returns a sentence for each that came out otherwise */
export async function judgeOwners(w: SelfWorld, method: Method, seen: Seen): Promise<string[]> {
  const faults: string[] = [];
  if (method.access.scope !== "owner") faults.push(`${method.name} has a row of owners and is not theirs alone`);
  for (const [object, expected] of Object.entries(OWNERS[method.name]!)) {
    for (const [caller, outcome] of [
      ["caller", "OWNER_RIGHTS_NEEDED"],
      ["boss", expected],
    ] as const) {
      const params = await OBJECTS[object]!(w);
      const auth = { authorization: `Bearer ${await w.session(caller)}` };
      const answer = await w.t.post(`/api/${method.name}`, params, auth);
      seen.note("person", method, answer.status);
      const wrong = fault("person", method, outcome, answer);
      if (wrong) faults.push(`${method.name} of ${caller}, upon ${object}: ${wrong}`);
    }
  }
  return faults;
}
