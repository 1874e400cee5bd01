/** Renders the file of a message by its kind. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { isFileKind, kindOf } from "../../core/model/messages/content.ts";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { Animation } from "./animation.tsx";
import { Audio } from "./audio.tsx";
import { Document } from "./document.tsx";
import { Photo } from "./photo.tsx";
import { VideoNote } from "./video-note.tsx";
import { Video } from "./video.tsx";
import { Voice } from "./voice.tsx";

interface MediaProps {
  readonly message: Message;
  /** Set while the file is being uploaded. */
  readonly outgoing: Outgoing | undefined;
}

const COMPONENTS: Readonly<Record<FileKind, (props: MediaProps) => ReactNode>> = {
  photo: Photo,
  video: Video,
  animation: Animation,
  video_note: VideoNote,
  audio: Audio,
  voice: Voice,
  document: Document,
};

export function Media(props: MediaProps) {
  const kind = kindOf(props.message);
  if (!isFileKind(kind)) return null;
  const Component = COMPONENTS[kind];
  return <Component {...props} />;
}
