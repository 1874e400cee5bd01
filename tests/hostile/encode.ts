/** A call in one of the encodings that the service reads (interface.md, Common rules). */
import type { Method } from "heliogram/methods/method.ts";
import type { Face } from "../matrix/expected.ts";
import type { Dice } from "./dice.ts";
import type { Wild } from "./send.ts";

type Params = Readonly<Record<string, unknown>>;

/** Who calls: a bot by the path, a person by a header. */
export interface Caller {
  readonly face: Face;
  readonly credential: string;
}

/** Real files that a part may be. */
export type Files = readonly Buffer[];

/** Of the calls that take a file, so many in a hundred bring one: looking into each takes a while. */
const UPLOADS_IN_A_HUNDRED = 4;

export function encode(caller: Caller, method: Method, params: Params, files: Files, dice: Dice): Wild {
  const path = caller.face === "bot" ? `/bot${caller.credential}/${method.name}` : `/api/${method.name}`;
  const headers: Record<string, string> =
    caller.face === "bot" || caller.credential === "" ? {} : { authorization: `Bearer ${caller.credential}` };
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
  const verb = caller.face === "person" || method.postOnly ? "POST" : "GET";
  return { ...base, verb, path: `${path}?${form(params)}`, type: "", body: "" };
}

function json(params: Params): string {
  return JSON.stringify(params) ?? "{}";
}

/** Every value as the encodings of text carry it. */
function texts(params: Params): [string, string][] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
}

function form(params: Params): string {
  return new URLSearchParams(texts(params)).toString();
}

/** The file as the part itself, or as another one that the parameter refers to. */
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
