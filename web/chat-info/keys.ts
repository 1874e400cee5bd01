/** Under which names what is known of a chat's members is kept. */

export function membersKey(chat_id: number): readonly unknown[] {
  return ["members", chat_id];
}
