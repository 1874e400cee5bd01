/** exportOwnData: a link to the archive of the caller's own data. */
import { archiveLink } from "../../app/archives/archive-link.ts";
import { recordPersonExport } from "../../app/archives/record-export.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { exampleLink } from "./archive-link-example.ts";

export const exportOwnData = userMethod({
  name: "exportOwnData",
  summary:
    "Returns a link to an archive of the caller's own data: profile, sessions, settings, bots, reactions, what they have sent, and its files. The archive is written while it is downloaded.",
  effect: "write",
  rate: "archives",
  access: { scope: "self" },
  fields: {},
  result: schemas.ArchiveLink,
  example: { request: {}, result: exampleLink("person/1001") },
  async run({ tx, deps, actor, now }) {
    await recordPersonExport(tx, actor.id, actor.id, now);
    return archiveLink(deps.hashes, actor.id, { kind: "person", id: actor.id }, now);
  },
});
