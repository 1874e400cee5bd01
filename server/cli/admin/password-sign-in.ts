/** Admin commands that turn sign-in by password on and off: the way back in when no provider answers. */
import { switchPasswordSignIn } from "../../app/accounts/password-sign-in.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { nowS, type AdminContext } from "./context.ts";

export async function changePasswordSignIn({ db }: AdminContext, on: boolean): Promise<object> {
  await db.write((tx) => switchPasswordSignIn(tx, "operator", on, nowS()));
  return { on };
}

export async function showPasswordSignIn({ db }: AdminContext): Promise<object> {
  return { on: await db.read(isPasswordSignInOn) };
}
