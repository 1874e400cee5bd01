/** Rich messages with their files, prepared before the transaction and saved in it. */
import { RICH_FILES } from "@heliogram/shared/rich.ts";
import { saveMedia, type PreparedMedia } from "../../app/messages/save-media.ts";
import type { Content, ContentKind } from "../../domain/messages.ts";
import type { Media } from "../../domain/media.ts";
import type { RichInput } from "../../domain/rich/rich-message.ts";
import { readFields } from "../engine/fields.ts";
import { ELEMENT_HINTS, ELEMENT_MEDIA, prepareElementFile, type PreparedFiles } from "./element-file.ts";
import type { MediaSender } from "./prepared-media.ts";
import { readRich } from "./rich-fields.ts";
import type { SendCall } from "./sending.ts";

/** As of an element of an album, whose caption is ignored here. */
const FILE_FIELDS = { media: ELEMENT_MEDIA, ...ELEMENT_HINTS };

/** A message that is ready for a transaction. */
export interface PreparedRich {
  readonly text: string;
  readonly content: Content;
  readonly files: readonly PreparedMedia[];
}

/** Reads a message, and its files after `preauthorize`. @throws RefusalError, ParameterError */
export async function prepareRich(sender: MediaSender, input: RichInput): Promise<PreparedRich> {
  const { actor } = sender;
  const { rich, text: plain, entities, files: inputs } = await readRich(input, actor);
  const source = actor.is_bot || input.markdown === undefined ? {} : { rich_source: input.markdown };
  const files: PreparedMedia[] = [];
  const ready: PreparedFiles = new Map();
  for (const { type, input: raw } of inputs) {
    const element = readFields(FILE_FIELDS, (name) => raw[name]);
    files.push(await prepareElementFile(sender, RICH_FILES[type], element, "refuse", ready));
  }
  return { text: plain, content: { ...(entities.length > 0 ? { entities } : {}), rich, ...source }, files };
}

/** What the sender of a message must be allowed to send. @throws ParameterError */
export async function kindsOfRich(input: RichInput, actor: MediaSender["actor"]): Promise<ContentKind[]> {
  const { files } = await readRich(input, actor);
  return ["text", ...files.map(({ type }) => RICH_FILES[type])];
}

/** The message with the rows of its files. @throws RefusalError with WRONG_FILE_ID */
export async function saveRich(
  { tx, deps, actor }: Pick<SendCall, "tx" | "deps" | "actor">,
  { text: plain, content, files }: PreparedRich,
): Promise<{ readonly text: string; readonly content: Content }> {
  if (files.length === 0) return { text: plain, content };
  const rich_files: Media[] = [];
  const saved = new Map<PreparedMedia, Media>();
  for (const file of files) {
    const media = saved.get(file) ?? (await saveMedia(tx, deps.app, actor, file));
    saved.set(file, media);
    rich_files.push(media);
  }
  return { text: plain, content: { ...content, rich_files } };
}
