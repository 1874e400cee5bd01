/** The texts that a fault rule's condition is compared with. */

/** The text or caption of a call. */
export function textOfParams(params: ReadonlyMap<string, unknown>): string {
  return ["text", "caption"]
    .map((name) => params.get(name))
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join("\n");
}

interface UpdateObject {
  readonly text?: string;
  readonly caption?: string;
  /** Of a callback query. */
  readonly data?: string;
}

/** The text or caption of an update's message, or the data of a callback query. */
export function textOfUpdate(body: string): string {
  const { text, caption, data } = JSON.parse(body) as UpdateObject;
  return [text, caption, data].filter((value) => value !== undefined).join("\n");
}
