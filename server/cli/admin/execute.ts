/** Executes admin commands, in a running service or on the store of a stopped one. */
import { deleteBot, editBot, listBots, makeBot, renewToken, restoreBot, suspendBot } from "./bots.ts";
import { holdAndSettle } from "../../runtime/backups/hold-and-settle.ts";
import { HOLD_FILES, isCommand, type CommandName, type AdminCommand } from "./command.ts";
import { CommandRefused } from "../errors.ts";
import type { AdminContext } from "./context.ts";
import { changePerson, erase, listPeople, makePerson, resetPassword } from "./people.ts";
import { changeRetention, liftHold, listHolds, previewRetention, setHold, showRetention } from "./retention.ts";
import { changePasswordSignIn, showPasswordSignIn } from "./password-sign-in.ts";
import { requireSecondFactor, showSecondFactor } from "./second-factor.ts";
import { changeSignUp, showSignUp } from "./sign-up.ts";

type CommandHandler = (context: AdminContext, command: AdminCommand) => Promise<object>;

const COMMANDS: Readonly<Record<CommandName, CommandHandler>> = {
  "bot create": makeBot,
  "bot token": renewToken,
  "bot edit": editBot,
  "bot delete": deleteBot,
  "bot suspend": suspendBot,
  "bot restore": restoreBot,
  "bot list": listBots,
  "person create": makePerson,
  "person suspend": (context, command) => changePerson(context, "suspend", command),
  "person remove-second-factor": (context, command) => changePerson(context, "remove-second-factor", command),
  "person restore": (context, command) => changePerson(context, "restore", command),
  "person make-owner": (context, command) => changePerson(context, "make-owner", command),
  "person unmake-owner": (context, command) => changePerson(context, "unmake-owner", command),
  "person reset-password": resetPassword,
  "person erase": erase,
  "person list": listPeople,
  "sign-up open": (context) => changeSignUp(context, true),
  "sign-up close": (context) => changeSignUp(context, false),
  "sign-up show": showSignUp,
  "password-sign-in on": (context) => changePasswordSignIn(context, true),
  "password-sign-in off": (context) => changePasswordSignIn(context, false),
  "password-sign-in show": showPasswordSignIn,
  "second-factor nobody": (context) => requireSecondFactor(context, "nobody"),
  "second-factor owners": (context) => requireSecondFactor(context, "owners"),
  "second-factor everybody": (context) => requireSecondFactor(context, "everybody"),
  "second-factor show": showSecondFactor,
  "retention show": showRetention,
  "retention set": changeRetention,
  "retention preview": previewRetention,
  "hold set": setHold,
  "hold lift": liftHold,
  "hold list": listHolds,
};

/** @throws CommandRefused */
export async function executeCommand(context: AdminContext, command: AdminCommand): Promise<object> {
  // The sender on the admin socket may be a program of another version.
  const { command: name, hold } = command;
  if (name === HOLD_FILES && hold) {
    await holdAndSettle(context.db, hold);
    return {};
  }
  if (!isCommand(name)) throw new CommandRefused(`the service that runs does not know ${name}`);
  return COMMANDS[name](context, command);
}
