/** Wraps a method of the user API so that the assistant can call it for the person who wrote to it. */
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import type { Deps } from "../engine/deps.ts";
import { userId } from "../engine/fields.ts";
import { declared, type Method } from "../engine/method.ts";

interface ErasedCall {
  readonly deps: Deps;
  readonly tx?: ReadTx;
}

/** The same declaration with the parameter `owner_id` for the person, so that the same checks and rights apply. */
export function onBehalf(method: Method): Method {
  const run = method.run as unknown as (call: object, params: object, prepared: unknown) => Promise<unknown>;
  const onBehalfRun = async (call: ErasedCall, params: { readonly owner_id: number }, prepared: unknown) => {
    const find = (tx: ReadTx) => findPerson(tx, params.owner_id);
    const owner = await (call.tx ? find(call.tx) : call.deps.db.read(find));
    if (!owner || owner.suspended_at !== null) return refuse("USER_NOT_FOUND");
    return run({ ...call, actor: owner, address: call.deps.addresses.lastKnownOf(owner.id) }, params, prepared);
  };
  return declared({
    ...method,
    access: { scope: "assistant" },
    fields: { ...method.fields, owner_id: userId() },
    refusals: [...method.refusals, "USER_NOT_FOUND"],
    run: onBehalfRun as unknown as Method["run"],
  });
}
