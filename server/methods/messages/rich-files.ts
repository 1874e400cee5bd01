/** Rich messages with their files, prepared before the transaction and saved in it. */
import { RICH_FILES } from "@heliogram/shared/rich.ts";
import type { PreparedMedia } from "../../app/messages/save-media.ts";
import { saveMedia } from "../../app/messages/save-media.ts";
import type { Content, ContentKind } from "../../domain/messages.ts";
import type { Media } from "../../domain/media.ts";
import type { RichFileInput } from "../../domain/rich/read-blocks.ts";
import type { RichInput } from "../../domain/rich/rich-message.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { optional, readFields, text } from "../engine/fields.ts";
import { readFileInput } from "../engine/file-fields.ts";
import { mediaDimension } from "./media-dimensions.ts";
import { prepareMedia, type MediaSender } from "./prepared-media.ts";
import { readRich } from "./rich-fields.ts";
import type { SendCall } from "./sending.ts";

/** As of an element of an album, whose caption is ignored here. */
const FILE_FIELDS = {
  media: { ...text({ max: 4096 }), missing: "can't parse InputMedia: media not found" },
  width: mediaDimension(),
  height: mediaDimension(),
  duration: mediaDimension(),
  performer: optional(text({ max: 256 })),
  title: optional(text({ max: 256 })),
  thumbnail: optional(text({ max: 4096 })),
};

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
  const ready = new Map<string, PreparedMedia>();
  for (const each of inputs) files.push(await prepareFile(sender, each, ready));
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

/** @param ready - files that are prepared already: two elements may refer to one part */
async function prepareFile(
  sender: MediaSender,
  { type, input }: RichFileInput,
  ready: Map<string, PreparedMedia>,
): Promise<PreparedMedia> {
  const kind = RICH_FILES[type];
  const { media, thumbnail, ...hints } = readFields(FILE_FIELDS, (name) => input[name]);
  const key = `${kind} ${media}`;
  const known = ready.get(key);
  if (known) return known;
  const { limits } = sender.deps.settings;
  const file = await prepareMedia(sender, {
    input: readFileInput(media),
    kind,
    misfit: "refuse",
    ...(thumbnail === undefined ? {} : { thumbnail: readFileInput(thumbnail) }),
    hints: definedOnly(hints),
    limit: kind === "photo" ? limits.photo : limits.media_group_file,
  });
  ready.set(key, file);
  return file;
}
