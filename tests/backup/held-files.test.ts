/** Files that are deleted while a backup copies: they stay until it has ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { BackupFolder } from "heliogram/backup/backup-folder.ts";
import { PLAIN } from "heliogram/backup/cipher.ts";
import { makeBackup } from "heliogram/backup/make-backup.ts";
import { FORMAT } from "heliogram/backup/manifest.ts";
import { Verifier } from "heliogram/backup/verify.ts";
import { folderOf } from "heliogram/runtime/open-blobs.ts";
import { holdAndSettle } from "heliogram/runtime/backups/hold-and-settle.ts";
import { storeAccess } from "heliogram/runtime/backups/store-access.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { advanceUntilRemoved, maintenanceRounds, sendDocument, sha256, storedBlobs } from "../support/maintenance.ts";
import { engineIndependent, startWorld, type TestService } from "../support/service.ts";

const PROGRESS = { begin() {}, advance() {}, end() {} };
const HASH = sha256("deleted meanwhile");

/** Makes a backup of a service whose only file is deleted, and gone for good, before the backup copies it. */
async function backUpWhileDeleting(t: TestService, isHeld: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-held-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = settingsSchema.parse({ data_dir: t.dir, database: t.database });
  const access = storeAccess(settings, async (hold) => {
    await holdAndSettle(t.service.db, isHeld ? hold : { id: hold.id });
    return true;
  });
  const chat_id = t.id("Team");
  const { message_id } = await sendDocument(t, "guard_bot", chat_id, "deleted meanwhile");
  const until_s = Math.ceil(Date.now() / 1000) + 3600;
  await access.hold(isHeld ? { id: "a", until_s } : { id: "a" });
  const snapshot = await access.snapshot(join(folder, "copy.db"), PROGRESS);
  await t.ok("guard_bot", "deleteMessage", { chat_id, message_id });
  await advanceUntilRemoved(t);
  const backups = await BackupFolder.make(join(folder, "backups"), async () => ({
    format: FORMAT,
    encryption: "none",
  }));
  const blobs = await folderOf(t.dir);
  const common = { cipher: PLAIN, key: undefined, made_at: "2026-01-01T00:00:00Z", made_by: "", progress: PROGRESS };
  const made = await makeBackup({ folder: backups, snapshot, blobs, ...common });
  await snapshot.close();
  await access.hold({ id: "a" });
  return { made, verified: await new Verifier(backups, PLAIN, PROGRESS).verify(made.name) };
}

describe.each(engineIndependent())("on %s", (engine) => {
  test("a backup gets a file that is deleted while it copies", async () => {
    const t = await startWorld(engine);
    onTestFinished(() => t.stop());
    const { made, verified } = await backUpWhileDeleting(t, true);
    expect([made.manifest.files, made.manifest.missing, verified.state]).toEqual([1, [], "whole"]);
    // When the hold has ended, the file is removed.
    expect(await storedBlobs(t)).toContain(HASH);
    await maintenanceRounds(t, 2);
    expect(await storedBlobs(t)).not.toContain(HASH);
  });

  test("without the hold it would be missing, which the backup says", async () => {
    const t = await startWorld(engine);
    onTestFinished(() => t.stop());
    const { made } = await backUpWhileDeleting(t, false);
    expect([made.manifest.files, made.manifest.missing]).toEqual([0, [HASH]]);
  });

  test("a hold that a killed backup has left ends by itself", async () => {
    const t = await startWorld(engine);
    onTestFinished(() => t.stop());
    const chat_id = t.id("Team");
    const { message_id } = await sendDocument(t, "guard_bot", chat_id, "deleted meanwhile");
    const until_s = Math.ceil(t.clock.now() / 1000) + 30 * 3600;
    await holdAndSettle(t.service.db, { id: "b", until_s });
    await t.ok("guard_bot", "deleteMessage", { chat_id, message_id });
    await advanceUntilRemoved(t);
    expect(await storedBlobs(t)).toContain(HASH);
    await advanceUntilRemoved(t);
    expect(await storedBlobs(t)).not.toContain(HASH);
  });
});
