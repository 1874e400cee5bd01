/** Names for presses of inline buttons that wait for an answer. */

/** The same button under the same message has the same name, so that a second press of it can be held back. */
export function pressName(chat_id: number, message_id: number, callback_data: string): string {
  return `${chat_id}/${message_id}/${callback_data}`;
}
