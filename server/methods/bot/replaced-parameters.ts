/** Parameters that Telegram's Bot API 7.0 has replaced by others. The service takes both (behaviour.md §4). */
export const REPLACED_PARAMETERS: ReadonlyMap<string, string> = new Map([
  ["allow_sending_without_reply", "reply_parameters"],
  ["disable_web_page_preview", "link_preview_options"],
  ["reply_to_message_id", "reply_parameters"],
]);
