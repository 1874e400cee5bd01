/** Admin commands for retention and legal holds: the actions of service owners, without an account that performs them. */
import { MAX_HOLD_REASON } from "@heliogram/shared/limits.ts";
import { findRetention, setPeriodsByService, setServiceRetention } from "../../app/retention/change-retention.ts";
import { liftHold as lift, setHold as set, type NamedSubject } from "../../app/retention/holds.ts";
import { previewRetention as preview } from "../../app/retention/preview.ts";
import type { Chat } from "../../domain/chats.ts";
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import type { ChatPeriods, ServicePeriod, ServiceRetention } from "../../domain/retention.ts";
import { presentChatRetention, readChatPeriods, readServicePeriods } from "../../methods/user/retention-fields.ts";
import type { Tx } from "../../store/db.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { findHold, listHolds as list } from "../../store/queries/retention/holds.ts";
import { findServiceRetention } from "../../store/queries/retention/rules.ts";
import { CommandRefused } from "../errors.ts";
import type { AdminCommand } from "./command.ts";
import { nowS, type AdminContext } from "./context.ts";
import { chatNamed, idNamed, personNamed } from "./subjects.ts";
import { validated } from "./validated.ts";

/** The options of periods, by the periods of the service that they set. */
const OPTIONS = {
  messages_days: "messages",
  media_days: "media",
  updates_hours: "updates",
  audit_days: "audit",
  chat_min_days: "chat_min",
  chat_max_days: "chat_max",
} as const satisfies Record<ServicePeriod, keyof AdminCommand>;

/** @throws CommandRefused */
export function showRetention({ db }: AdminContext, { chat }: AdminCommand): Promise<object> {
  return db.read(async (tx) => {
    if (chat === undefined) return findServiceRetention(tx);
    return presentChatRetention(await findRetention(tx, (await chatNamed(tx, chat)).id));
  });
}

/** @throws CommandRefused */
export function changeRetention({ db }: AdminContext, command: AdminCommand): Promise<object> {
  return db.write(async (tx) => {
    const { chat: name } = command;
    if (name === undefined) {
      const periods = servicePeriods(await findServiceRetention(tx), command);
      stop(await setServiceRetention(tx, "operator", periods, nowS()));
      return periods;
    }
    const chat = (await lockChat(tx, (await chatNamed(tx, name)).id))!;
    const { own } = await findRetention(tx, chat.id);
    await setPeriodsByService(tx, "operator", chat, chatPeriods(own ?? {}, command), nowS());
    return presentChatRetention(await findRetention(tx, chat.id));
  });
}

/** @throws CommandRefused */
export async function previewRetention({ db, audit_days }: AdminContext, command: AdminCommand): Promise<object> {
  const periods = servicePeriods(await db.read(findServiceRetention), command);
  return preview(db, nowS(), { audit_days }, periods);
}

/** The periods with those that the command line changes. */
function servicePeriods(before: ServiceRetention, command: AdminCommand): ServiceRetention {
  const given = Object.entries(OPTIONS).flatMap(([name, option]) => {
    const word = command[option];
    return word === undefined ? [] : [[name, readPeriod(option, word, ["off"])] as const];
  });
  return validated(() => readServicePeriods({ ...before, ...Object.fromEntries(given) }));
}

function chatPeriods(before: ChatPeriods, command: AdminCommand): ChatPeriods {
  const others = Object.entries(OPTIONS).filter(([name]) => name !== "messages_days" && name !== "media_days");
  const wrong = others.find(([, option]) => command[option] !== undefined)?.[1];
  if (wrong !== undefined) throw new CommandRefused(`a chat has no period --${wrong.replaceAll("_", "-")}`);
  const { messages, media } = command;
  return validated(() =>
    readChatPeriods({
      messages_days:
        messages === undefined ? before.messages_days : readPeriod("messages", messages, ["off", "forever"]),
      media_days: media === undefined ? before.media_days : readPeriod("media", media, ["off", "forever"]),
    }),
  );
}

/** `off` is no period at all, `forever` the period without an end. */
function readPeriod(option: string, word: string, words: readonly string[]): number | undefined {
  if (words.includes(word)) return word === "off" ? undefined : 0;
  if (/^[1-9]\d{0,5}$/.test(word)) return Number(word);
  throw new CommandRefused(`${option.replaceAll("_", "-")} is a whole number or ${words.join(" or ")}, not ${word}`);
}

/** @throws CommandRefused */
export async function setHold({ db }: AdminContext, command: AdminCommand): Promise<object> {
  const { reason = "" } = command;
  if (reason.length > MAX_HOLD_REASON) throw new CommandRefused(`a reason has at most ${MAX_HOLD_REASON} characters`);
  return db.write(async (tx) => {
    const subject = await subjectOf(tx, command);
    stop(await set(tx, "operator", subject, reason, nowS()));
    return { kind: subject.kind, id: subject.id, reason, held: true };
  });
}

/** @throws CommandRefused */
export function liftHold({ db }: AdminContext, command: AdminCommand): Promise<object> {
  return db.write(async (tx) => {
    const subject = await subjectOf(tx, command);
    stop(await lift(tx, "operator", subject, nowS()));
    return { kind: subject.kind, id: subject.id, held: false };
  });
}

export function listHolds({ db }: AdminContext): Promise<object> {
  return db.read(list);
}

async function subjectOf(tx: Tx, { chat, person }: AdminCommand): Promise<NamedSubject> {
  if ((chat === undefined) === (person === undefined))
    throw new CommandRefused("a hold is on --chat CHAT or on --person USERNAME");
  if (person !== undefined) return { kind: "person", id: (await personNamed(tx, person)).id };
  const id = await idNamed(tx, chat!);
  const held = id !== undefined && (await findHold(tx, { kind: "chat", id }));
  const found = id === undefined ? undefined : await lockChat(tx, id);
  if (!found && held) return { kind: "chat", id };
  return { kind: "chat", ...named(found, chat!) };
}

function named(chat: Chat | undefined, name: string): { readonly id: number; readonly title: string } {
  if (!chat || chat.type === "private") throw new CommandRefused(`there is no group or channel ${name}`);
  return { id: chat.id, title: chat.title };
}

/** @throws CommandRefused */
function stop(refusal: Refusal | null): void {
  if (refusal) throw new CommandRefused(REFUSALS[refusal].meaning);
}
