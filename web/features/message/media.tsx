/** Renders the file of a message by its kind. */
import type { Message } from "@heliogram/shared/wire.ts";
import { kindOf } from "../../core/model/messages/content.ts";
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

export function Media({ message, outgoing }: MediaProps) {
  switch (kindOf(message)) {
    case "photo":
      return <Photo message={message} />;
    case "video":
      return <Video message={message} />;
    case "animation":
      return <Animation message={message} />;
    case "video_note":
      return <VideoNote message={message} />;
    case "audio":
      return <Audio message={message} outgoing={outgoing} />;
    case "voice":
      return <Voice message={message} outgoing={outgoing} />;
    case "document":
      return <Document message={message} outgoing={outgoing} />;
    default:
      return null;
  }
}
