/** The rights of administrators as a bit set, and which of them exist in each type of chat (behaviour.md §3). */
import { RIGHTS as FLAGS, type Right } from "@heliogram/shared/permissions.ts";
import type { ChatType } from "../chats.ts";

/** A set of administrator flags. */
export type Rights = number;

/** The bit of each right. */
export const RIGHTS = Object.fromEntries(FLAGS.map((flag, i) => [flag, 1 << i])) as Readonly<Record<Right, Rights>>;

export const NO_RIGHTS: Rights = 0;

export const ALL_RIGHTS: Rights = FLAGS.reduce((all, flag) => all | RIGHTS[flag], 0);

const CHANNEL_ONLY: Rights = RIGHTS.can_post_messages | RIGHTS.can_edit_messages;
const GROUP_ONLY: Rights = RIGHTS.can_pin_messages | RIGHTS.can_manage_topics;

/** The rights that exist in each type of chat. Nobody holds the others there. */
export const RIGHTS_IN: Readonly<Record<ChatType, Rights>> = {
  private: NO_RIGHTS,
  supergroup: ALL_RIGHTS & ~CHANNEL_ONLY,
  channel: ALL_RIGHTS & ~GROUP_ONLY,
};

/** Reads the rights from a method's parameters. An omitted one is false (interface.md, promoteChatMember). */
export function readRights(input: Readonly<Record<string, boolean | undefined>>): Rights {
  let rights = NO_RIGHTS;
  for (const flag of FLAGS) if (input[flag] === true) rights |= RIGHTS[flag];
  return rights;
}

/** An object with a boolean field for every right. */
export function showRights(rights: Rights): Record<Right, boolean> {
  const shown = FLAGS.map((flag) => [flag, (rights & RIGHTS[flag]) !== 0] as const);
  return Object.fromEntries(shown) as Record<Right, boolean>;
}
