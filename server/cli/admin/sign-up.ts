/** Admin commands that open and close sign-up without an invitation. */
import { switchSignUp } from "../../app/accounts/sign-up.ts";
import { lockOwners } from "../../store/queries/accounts/people.ts";
import { isSignUpOpen } from "../../store/queries/accounts/sign-up.ts";
import { CommandRefused } from "../errors.ts";
import { nowS, type AdminContext } from "./context.ts";

/** @throws CommandRefused */
export async function changeSignUp({ db }: AdminContext, open: boolean): Promise<object> {
  await db.write(async (tx) => {
    const owners = await lockOwners(tx);
    // Without an owner, nobody could moderate the people who sign up.
    if (open && owners.length === 0)
      throw new CommandRefused("the service has no owner yet: sign-up can be opened once there is one");
    await switchSignUp(tx, "operator", open, nowS());
  });
  return { open };
}

export async function showSignUp({ db }: AdminContext): Promise<object> {
  return { open: await db.read(isSignUpOpen) };
}
