/** What the commands about bots, people and sign-up do, whether in a running service or on a stopped one's store. */
import { deleteBot, editBot, listBots, makeBot, renewToken, restoreBot, suspendBot } from "./bots.ts";
import { isCommand, type CommandName, type Order } from "./commands.ts";
import { OrderFault } from "./faults.ts";
import type { Ground } from "./ground.ts";
import { changePerson, listPeople, makePerson, resetPassword } from "./people.ts";
import { changeSignUp, showSignUp } from "./sign-up.ts";

type Command = (ground: Ground, order: Order) => Promise<object>;

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  "bot create": makeBot,
  "bot token": renewToken,
  "bot edit": editBot,
  "bot delete": deleteBot,
  "bot suspend": suspendBot,
  "bot restore": restoreBot,
  "bot list": listBots,
  "person create": makePerson,
  "person suspend": (ground, order) => changePerson(ground, "suspend", order),
  "person restore": (ground, order) => changePerson(ground, "restore", order),
  "person make-owner": (ground, order) => changePerson(ground, "make-owner", order),
  "person unmake-owner": (ground, order) => changePerson(ground, "unmake-owner", order),
  "person reset-password": resetPassword,
  "person list": listPeople,
  "sign-up open": (ground) => changeSignUp(ground, true),
  "sign-up close": (ground) => changeSignUp(ground, false),
  "sign-up show": showSignUp,
};

/** Carries out one command. @throws OrderFault */
export async function carryOut(ground: Ground, order: Order): Promise<object> {
  // It may come from a program of another version, through the socket.
  const { command } = order;
  if (!isCommand(command)) throw new OrderFault(`the service that runs does not know ${command}`);
  return COMMANDS[command](ground, order);
}
