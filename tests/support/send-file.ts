/** A file that somebody sends. */
import type { TestService } from "./service.ts";

/** The method, its parameter for the file, the file's name, and what is in it. */
export type SentFile = readonly [method: string, field: string, name: string, bytes: Uint8Array];

/** Says something with a file. */
export async function sendFile(t: TestService, who: string, file: SentFile, chat_id: number): Promise<void> {
  const [method, field, name, bytes] = file;
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set(field, new Blob([Uint8Array.from(bytes)]), name);
  await t.as(who, method, form);
}
