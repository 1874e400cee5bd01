/** An admin list that is longer than a page of the store and a chunk of the response. */
import { expect, test } from "vitest";
import { adminSocketPath, sendToService } from "heliogram/cli/admin/socket-client.ts";
import { serveAdminSocket } from "heliogram/cli/admin/socket-server.ts";
import { insertAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { insertPerson } from "heliogram/store/queries/accounts/people.ts";
import { enginesInTurn, startWorld } from "../support/service.ts";

/** More than two pages, and more than one chunk. */
const PEOPLE = 1300;
const FIRST = 5000;

test.each(enginesInTurn())("everybody is listed once, in the order of their ids, on %s", async (engine) => {
  const t = await startWorld(engine);
  const added = Array.from({ length: PEOPLE }, (_, i) => FIRST + i);
  await t.service.db.write(async (tx) => {
    for (const id of added) {
      const account = { id, is_bot: false, first_name: `“${id}”`, last_name: "", username: null };
      await insertAccount(tx, account, 0);
      await insertPerson(tx, id, null, false);
    }
  });
  const faults: unknown[] = [];
  await serveAdminSocket(t.service, adminSocketPath(t.dir), (error) => faults.push(error));
  const listed = (await sendToService(t.dir, { command: "person list" })) as { id: number; name: string }[];
  expect(listed.map(({ id }) => id)).toEqual([...t.world.people.map(({ id }) => id), ...added]);
  expect(listed.at(-1)).toMatchObject({ id: FIRST + PEOPLE - 1, name: `“${FIRST + PEOPLE - 1}”` });
  expect(await sendToService(t.dir, { command: "sign-up show" })).toEqual({ open: false });
  expect(faults).toEqual([]);
  await t.stop();
});
