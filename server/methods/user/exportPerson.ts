/** exportPerson: a link to the archive of a person's data, for an owner of the service. */
import { findArchivedPerson } from "../../app/archives/archive-access.ts";
import { archiveLink } from "../../app/archives/archive-link.ts";
import { recordPersonExport } from "../../app/archives/record-export.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { exampleLink } from "./archive-link-example.ts";

export const exportPerson = userMethod({
  name: "exportPerson",
  summary: "Returns a link to an archive of a person's data, as exportOwnData does for the person.",
  effect: "write",
  rate: "archives",
  access: { scope: "owner" },
  fields: { user_id: userId() },
  result: schemas.ArchiveLink,
  refusals: ["USER_NOT_FOUND", "USER_ERASED"],
  example: { request: { user_id: 1002 }, result: exampleLink("person/1002") },
  async run({ tx, deps, actor, now, fail }, { user_id }) {
    const person = await findArchivedPerson(tx, user_id);
    if (typeof person === "string") return fail(person);
    await recordPersonExport(tx, actor.id, user_id, now);
    return archiveLink(deps.hashes, actor.id, { kind: "person", id: user_id }, now);
  },
});
