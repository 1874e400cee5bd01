/** `heliogram trigger KIND`: lets people do what makes an update of this kind for a bot. */
import type { RecordedUpdate, User } from "@heliogram/shared/wire.ts";
import { UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/updates.ts";
import { EXIT } from "../../runtime/exit-error.ts";
import type { Arguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import { asPerson, chatCalled, findBot, type Act } from "./acting.ts";
import type { Call } from "./client.ts";
import { updateLine } from "./lines.ts";
import { EVENTS } from "./trigger-events.ts";

/** @throws UsageError, CommandRefused */
export async function triggerEvent(call: Call, { words: [kind, text], texts, flags }: Arguments): Promise<void> {
  if (kind === undefined || !isKind(kind))
    throw new UsageError(`${`trigger ${kind ?? ""}`.trim()} is no command; trigger has ${UPDATE_KINDS.join(", ")}`);
  const event = EVENTS[kind];
  const to = texts.get("to");
  if (to !== undefined && !event.takesChat) throw new UsageError(`trigger ${kind} takes no --to`);
  if (text !== undefined && !event.takesText)
    throw new UsageError(`trigger ${kind} does not know what to do with ${text}`);
  const bot = await findBot(call, texts.get("bot"));
  const { people } = (await call("/developer/listPeople", {})) as { readonly people: readonly User[] };
  const as = texts.get("as")?.replace(/^@/, "").toLowerCase();
  const person = as === undefined ? people[0] : people.find((each) => each.username?.toLowerCase() === as);
  if (!person) throw new CommandRefused(as === undefined ? "the world has no people" : `there is nobody called ${as}`);
  const other = people.find(({ id }) => id !== person.id);
  const updates = await asPerson(call, person.id, (act) =>
    withOther(call, event.needsOther ? other : undefined, event.needsOther, async (actOther) => {
      const chat_id = to === undefined ? undefined : await chatCalled(act, to);
      const parts = { call, act, actOther, other, bot, person, chat_id, text };
      const happen = await event.prepare(parts);
      const { revision } = (await call("/developer/listUpdates", { limit: 1 })) as { readonly revision: number };
      await happen();
      const page = { bot: bot.id, after: revision, with_bodies: flags.get("json") ?? false };
      return ((await call("/developer/listUpdates", page)) as { readonly updates: readonly RecordedUpdate[] }).updates;
    }),
  );
  for (const update of updates)
    process.stdout.write(`${flags.get("json") ? JSON.stringify(update) : updateLine(update as never)}\n`);
  if (!updates.some((update) => update.kind === kind && update.state !== "not_made")) process.exitCode = EXIT.refused;
}

function isKind(word: string): word is UpdateKind {
  return (UPDATE_KINDS as readonly string[]).includes(word);
}

/** @throws CommandRefused */
function withOther<T>(
  call: Call,
  other: User | undefined,
  isNeeded: boolean,
  work: (act: Act | undefined) => Promise<T>,
): Promise<T> {
  if (!isNeeded) return work(undefined);
  if (!other) throw new CommandRefused("it takes two people, and the world has one");
  return asPerson(call, other.id, work);
}
