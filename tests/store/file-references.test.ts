/** The migration adds the file references to a store of an earlier version. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementsOf } from "heliogram/store/migrate.ts";
import { SQLITE_SCHEMA } from "heliogram/store/sqlite/connection.ts";
import { POSTGRES_SCHEMA } from "heliogram/store/postgres/open-postgres.ts";
import { sendDocument, withFile } from "../support/maintenance.ts";
import { drawPicture } from "../support/media.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

const MIGRATIONS = new URL("../../server/store/migrations/", import.meta.url);
const QUERIES = {
  messages: "select chat_id, message_id, file_id from message order by chat_id, message_id",
  accounts: "select id, photo_file from account order by id",
  chats: "select id, photo_file from chat order by id",
  blobs: "select sha256, file_id from file_blob order by file_id, sha256",
};

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const rows = (): Promise<Json> =>
    t.service.db.read(async (tx) => {
      const found: Json = {};
      for (const [name, sql] of Object.entries(QUERIES)) found[name] = await tx.all(sqlRead(sql));
      return found;
    });

  test("migrated references equal those that new writes create", async () => {
    const chat_id = t.id("Team");
    const photo = new Uint8Array(await drawPicture(900, 500, "#336699"));
    const guard = (method: string, params: object): Promise<Json> => t.ok("guard_bot", method, params);
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    // Texts that resemble references.
    form.set("caption", '"media":{"kind":"photo","file":99} "sha256":"00ff" \\u0000 \\');
    form.set("document", new Blob(["odd"]), '"sha256":"00ff","file":77');
    form.set("thumbnail", new Blob([photo]), "thumbnail");
    const { document } = await guard("sendDocument", form);
    await guard("sendDocument", { chat_id, document: document.file_id, caption: '"file":5' });
    await guard("sendPhoto", withFile({ chat_id, photo }));
    await guard("sendMessage", { chat_id, text: '{"media":{"kind":"photo","file":1}}' });
    await guard("setChatPhoto", withFile({ chat_id, photo }));
    await t.as("alice", "setProfilePhoto", withFile({ photo }));
    const gone = await sendDocument(t, "guard_bot", chat_id, "of no message");
    await guard("deleteMessage", { chat_id, message_id: gone.message_id });

    const { db } = t.service;
    const written = await rows();
    const file = readdirSync(MIGRATIONS).find((name) => name.endsWith("_file_references.sql"))!;
    const statements = await statementsOf(file, engine === "postgres" ? POSTGRES_SCHEMA : SQLITE_SCHEMA);
    await db.write(async (tx) => {
      await tx.run(sqlWrite("update message set file_id = null where file_id is not null"));
      for (const table of ["account", "chat"])
        await tx.run(sqlWrite(`update ${table} set photo_file = null where id <> 0`));
      for (const table of ["file_blob", "released_file"]) await tx.run(sqlWrite(`delete from ${table}`));
      for (const each of statements) if (/^(update|insert)/.test(each)) await tx.run(sqlWrite(each));
    });
    expect(await rows()).toEqual(written);
    expect(written.messages.filter((each: Json) => each.file_id !== null)).toHaveLength(4);
    expect(written.blobs.length).toBeGreaterThan(8);
    const released = await db.read((tx) =>
      tx.all(sqlRead<Json>("select media, due_at from released_file join file on id = file_id")),
    );
    expect(released).toMatchObject([{ due_at: null }]);
    expect(JSON.parse(released[0].media).size).toBe("of no message".length);
  });
});
