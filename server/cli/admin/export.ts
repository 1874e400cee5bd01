/** `heliogram export`: the data of a person or a chat as an archive, which a running service streams. */
import { archivePerson } from "../../export/person-archive.ts";
import { exportChat, type ExportSource } from "../../export/chat-export.ts";
import { recordChatExport, recordPersonExport } from "../../app/archives/record-export.ts";
import { CommandRefused } from "../errors.ts";
import type { AdminCommand } from "./command.ts";
import { nowS } from "./context.ts";
import { chatNamed, personNamed } from "./subjects.ts";

/** The commands whose result is an archive. */
export const EXPORTS: readonly string[] = ["export person", "export chat"];

/** The chunks of an uncompressed archive. The export is recorded in the audit log. @throws CommandRefused */
export async function openExport(source: ExportSource, command: AdminCommand): Promise<AsyncGenerator<Uint8Array>> {
  const now_s = nowS();
  const { db } = source;
  if (command.command === "export person") {
    const person = await db.write(async (tx) => {
      const found = await personNamed(tx, command.person ?? "");
      await recordPersonExport(tx, "operator", found.id, now_s);
      return found;
    });
    return archivePerson(source, person, now_s);
  }
  if (command.command !== "export chat")
    throw new CommandRefused(`the service that runs does not know ${command.command}`);
  const chat = await db.write(async (tx) => {
    const found = await chatNamed(tx, command.chat ?? "");
    await recordChatExport(tx, "operator", found, now_s);
    return found;
  });
  return exportChat(source, chat, now_s);
}
