/** An operator's list that is longer than what is read, and written, at once. */
import { expect, test } from "vitest";
import { socketPath, orderRunning } from "heliogram/cli/control-line.ts";
import { serveControl } from "heliogram/cli/control.ts";
import { insertAccount } from "heliogram/store/accounts.ts";
import { insertPerson } from "heliogram/store/people.ts";
import { engines, startWorld } from "../kit/service.ts";

/** More than two pages, and more than one piece of the answer. */
const PEOPLE = 1300;
const FIRST = 5000;

test.each(engines())("everybody is listed once, in the order of their ids, on %s", async (engine) => {
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
  await serveControl(t.service, socketPath(t.dir), (error) => faults.push(error));
  const listed = (await orderRunning(t.dir, { command: "person list" })) as { id: number; name: string }[];
  expect(listed.map(({ id }) => id)).toEqual([...t.world.people.map(({ id }) => id), ...added]);
  expect(listed.at(-1)).toMatchObject({ id: FIRST + PEOPLE - 1, name: `“${FIRST + PEOPLE - 1}”` });
  expect(await orderRunning(t.dir, { command: "sign-up show" })).toEqual({ open: false });
  expect(faults).toEqual([]);
  await t.stop();
});
