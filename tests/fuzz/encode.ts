/** A call in one of the encodings that the service reads (interface.md, Common rules). */
import type { Method } from "heliogram/methods/engine/method.ts";
import type { Api } from "../matrix/expected.ts";
import type { Dice } from "./seeded-random.ts";
import type { Wild } from "./send.ts";

type Params = Readonly<Record<string, unknown>>;

/** The credential of a caller: a bot's is in the path, a person's in a header. */
export interface Caller {
  readonly api: Api;
  readonly credential: string;
}

/** Valid files for parts. */
export type Files = readonly Buffer[];

/** The percentage of calls with a file among those that accept one: processing a file takes time. */
const UPLOADS_IN_A_HUNDRED = 4;

export function encode(caller: Caller, method: Method, params: Params, files: Files, dice: Dice): Wild {
  const path = caller.api === "bot" ? `/bot${caller.credential}/${method.name}` : `/api/${method.name}`;
  const headers: Record<string, string> =
    caller.api === "bot" || caller.credential === "" ? {} : { authorization: `Bearer ${caller.credential}` };
  const base = { path, verb: "POST", headers };
  const part = Object.keys(method.fields).find((name) => method.fields[name]!.file || name === "media");
  if (part !== undefined && dice.below(100) < UPLOADS_IN_A_HUNDRED) {
    return { ...base, ...withFile(texts(params), part, dice.pick(files)) };
  }
  const how = dice.below(20);
  if (how < 11) return { ...base, type: "application/json", body: json(params) };
  if (how < 14) return { ...base, type: "application/x-www-form-urlencoded", body: form(params) };
  if (how < 17) return { ...base, ...multipart(texts(params), []) };
  // People's methods are called with POST alone; the query is read all the same.
  const verb = caller.api === "person" || method.postOnly ? "POST" : "GET";
  return { ...base, verb, path: `${path}?${form(params)}`, type: "", body: "" };
}

function json(params: Params): string {
  return JSON.stringify(params) ?? "{}";
}

/** Every value as text, for the text encodings. */
function texts(params: Params): [string, string][] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
}

function form(params: Params): string {
  return new URLSearchParams(texts(params)).toString();
}

/** The file as the parameter's own part, or as another part that it refers to. */
function withFile(params: [string, string][], name: string, file: Buffer): Pick<Wild, "type" | "body"> {
  if (name !== "media")
    return multipart(
      params.filter(([each]) => each !== name),
      [[name, file]],
    );
  const media = params.map(([each, value]): [string, string] => [
    each,
    value.replace(/"media":"[^"]*"/, '"media":"attach://part"'),
  ]);
  return multipart(media, [["part", file]]);
}

const BOUNDARY = "between-the-parts";

function multipart(
  params: readonly [string, string][],
  files: readonly [string, Buffer][],
): Pick<Wild, "type" | "body"> {
  const head = (name: string, more: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const pieces = [
    ...params.flatMap(([name, value]) => [head(name, ""), value, "\r\n"]),
    ...files.flatMap(([name, file]) => [head(name, `; filename="${name}.bin"`), file, "\r\n"]),
    `--${BOUNDARY}--\r\n`,
  ];
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}
