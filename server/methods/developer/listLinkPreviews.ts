/** listLinkPreviews: the pages that were fetched for previews of links. */
import type { RecordedPreview } from "../../developer/previews/preview-log.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { developerMethod } from "./developer-method.ts";
import { LIST_FIELDS, listResult, readLog } from "./log-pages.ts";

export const listLinkPreviews = developerMethod({
  name: "listLinkPreviews",
  summary: "Lists the pages that were looked up for previews of links, with the requests for each and what came of it.",
  effect: "wait",
  fields: LIST_FIELDS,
  result: listResult({ previews: arrayOfSchema(schemas.FetchedPreview) }),
  example: {
    request: { limit: 1 },
    result: {
      previews: [
        {
          id: 1,
          revision: 3,
          url: "http://127.0.0.1:3000/",
          at_ms: 1_767_225_600_000,
          requests: [{ url: "http://127.0.0.1:3000/", status: 200 }],
          outcome: "found",
          title: "Shop",
          duration_ms: 4,
        },
      ],
      revision: 3,
      log: "9c1d2b7a40e6f358",
    },
  },
  async run({ developer, signal }, params) {
    const { records, ...position } = await readLog(developer, developer.previews.log, params, signal, () => true);
    return { previews: records.map(presentPreview), ...position };
  },
});

function presentPreview({ bytes: _bytes, ...record }: RecordedPreview): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
