/** What the methods have in common that change a person's own settings of a chat. */
import type { ChatSettings } from "../../domain/chat-settings.ts";
import { changeSettings } from "../../app/chats/change-settings.ts";
import { chatId, type Fields, type Params } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

interface SettingDeclaration<N extends string, F extends Fields> {
  readonly name: N;
  readonly summary: string;
  /** Parameters besides the chat. */
  readonly fields: F;
  readonly example: Readonly<Record<string, unknown>>;
  readonly change: (params: Params<F>) => Partial<ChatSettings>;
}

/** Declares a method that changes a setting for the caller alone. */
export function settingMethod<const N extends string, F extends Fields>(declaration: SettingDeclaration<N, F>) {
  const { name, summary, fields } = declaration;
  return userMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "chat", rank: "member" },
    fields: { chat_id: chatId(), ...fields },
    example: { request: { chat_id: 1002, ...declaration.example }, result: true },
    async run({ tx, chat, actor }, params) {
      await changeSettings(tx, actor, chat, declaration.change(params as unknown as Params<F>));
      return true as const;
    },
  });
}
