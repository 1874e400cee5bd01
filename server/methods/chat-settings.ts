/** What the methods have in common by which people set something for a chat of their own list. */
import type { ChatSettings } from "../domain/chat-settings.ts";
import { changeSettings } from "../app/chat-settings.ts";
import { chatId, type Fields, type Params } from "./fields.ts";
import { webMethod } from "./method.ts";
import { schemas } from "./schemas.ts";

interface SettingDeclaration<N extends string, F extends Fields> {
  readonly name: N;
  readonly summary: string;
  /** Parameters besides the chat. */
  readonly fields: F;
  readonly example: Readonly<Record<string, unknown>>;
  readonly change: (params: Params<F>) => Partial<ChatSettings>;
}

/** Declares a method that sets something for the person alone. */
export function settingMethod<const N extends string, F extends Fields>(own: SettingDeclaration<N, F>) {
  const { name, summary, fields } = own;
  return webMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "chat", rank: "member" },
    fields: { chat_id: chatId(), ...fields },
    result: schemas.True,
    codes: [400, 401, 403, 404],
    refusals: [],
    example: { request: { chat_id: 1002, ...own.example }, result: true },
    async run({ tx, chat, actor }, params) {
      await changeSettings(tx, actor, chat, own.change(params as unknown as Params<F>));
      return true as const;
    },
  });
}
