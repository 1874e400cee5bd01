/** What owners of the service alone may do: one entry for every such method, with each object and what comes of it. */
import type { Method } from "heliogram/methods/method.ts";
import type { Json } from "../kit/service.ts";
import type { Outcome } from "./expected.ts";
import { fault, type Seen } from "./judge.ts";
import type { SelfWorld } from "./self.ts";

/** What comes of each object for an owner. Everybody else hears `OWNER_RIGHTS_NEEDED`, whatever it is. */
export const OWNERS: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  createInvitation: { nothing: "ok" },
  listAudit: { nothing: "ok", "what somebody did": "ok" },
};

type Making = (w: SelfWorld) => Json | Promise<Json>;

/** The parameters that name each object. */
const OBJECTS: Readonly<Record<string, Making>> = {
  nothing: () => ({}),
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
