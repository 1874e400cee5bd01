/** The operator's commands about the invite-only switch. */
import { switchSignUp } from "../app/sign-up.ts";
import { holdOwners } from "../store/people.ts";
import { isSignUpOpen } from "../store/sign-up.ts";
import { OrderFault } from "./faults.ts";
import { nowS, type Ground } from "./ground.ts";

/** @throws OrderFault */
export async function changeSignUp({ db }: Ground, open: boolean): Promise<object> {
  await db.write(async (tx) => {
    // Whoever came first would find a service that nobody looks after.
    if (open && (await holdOwners(tx)).length === 0)
      throw new OrderFault("the service has no owner yet: sign-up can be opened once there is one");
    await switchSignUp(tx, "operator", open, nowS());
  });
  return { open };
}

export async function showSignUp({ db }: Ground): Promise<object> {
  return { open: await db.read(isSignUpOpen) };
}
