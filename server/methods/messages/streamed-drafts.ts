/** What the methods that show streamed drafts have in common (behaviour.md §4). */
import { sendsAsChat } from "../../domain/chats.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import type { DraftContent } from "../../domain/streamed-draft.ts";
import type { Deps } from "../engine/deps.ts";
import { bool, chatId, described, int, optional, ParameterError, type Field, type Params } from "../engine/fields.ts";
import { requireSending, SENDING_REFUSALS, type SendingCheck } from "./sending.ts";
import { findActionThread, THREAD_REFUSALS, type ThreadCall } from "./threads.ts";

export const DRAFT_FIELDS = {
  chat_id: chatId(),
  message_thread_id: described(
    optional(int()),
    "The topic; 1 is General, where it is shown by default. A bot has a draft in each topic.",
  ),
  draft_id: described(
    draftId(),
    "Not 0. The same id changes what is shown, and another one begins another draft in its place.",
  ),
  can_stop: described(
    optional(bool()),
    "Let people stop the draft. The bot then gets the update `stopped_message_generation`.",
  ),
  keep_on_stop: described(optional(bool()), "Keep the draft visible when it was stopped, until it ends."),
};

export const DRAFT_REFUSALS = [
  ...SENDING_REFUSALS,
  ...THREAD_REFUSALS,
  "DRAFT_PEER_INVALID",
] as const satisfies readonly Refusal[];

type DraftCall = SendingCheck &
  ThreadCall & {
    readonly deps: Deps;
    readonly actor: Account;
    readonly fail: Fail<(typeof DRAFT_REFUSALS)[number]>;
  };

/** Shows a draft in place of the one before. @throws RefusalError */
export async function showDraft(
  call: DraftCall,
  { draft_id, message_thread_id, can_stop = false, keep_on_stop = false }: Params<typeof DRAFT_FIELDS>,
  content: Pick<DraftContent, "text" | "entities" | "rich">,
): Promise<true> {
  const { deps, chat, actor, member, fail } = call;
  requireSending(call, "text");
  // It would reveal who is about to write.
  if (sendsAsChat(chat, member)) return fail("DRAFT_PEER_INVALID");
  const thread_id = (await findActionThread(call, message_thread_id)) ?? 0;
  deps.drafts.send({ chat_id: chat.id, bot_id: actor.id, thread_id }, { draft_id, ...content, can_stop, keep_on_stop });
  return true;
}

function draftId(): Field<number> {
  const { read, schema } = int();
  return {
    read(raw, name, options) {
      const id = read(raw, name, options);
      if (id === 0) throw new ParameterError(`invalid ${name}: must not be 0`);
      return id;
    },
    schema,
  };
}
