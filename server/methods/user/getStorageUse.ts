/** getStorageUse: the size of the database and the stored files. */
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getStorageUse = userMethod({
  name: "getStorageUse",
  summary:
    "Returns the size of the database, of the files by kind, and the free space of the disk; measured at most once a minute.",
  effect: "wait",
  rate: "lists",
  access: { scope: "owner" },
  fields: {},
  result: schemas.StorageUse,
  example: {
    request: {},
    result: {
      measured_at: 1_767_225_600,
      database_bytes: 1_048_576,
      files: {
        count: 3,
        bytes: 310_000,
        kinds: [
          { kind: "document", count: 1, bytes: 300_000 },
          { kind: "previews", count: 2, bytes: 10_000 },
        ],
      },
      temporary: { count: 0, bytes: 0 },
      disk: { free_bytes: 50_000_000_000, total_bytes: 100_000_000_000 },
    },
  },
  run: ({ deps }) => deps.measureStorage(),
});
