/** Keys of pending callback queries. */

/** The same for the same button of the same message, so that a second press can be ignored. */
export function callbackKey(chat_id: number, message_id: number, callback_data: string): string {
  return `${chat_id}/${message_id}/${callback_data}`;
}
