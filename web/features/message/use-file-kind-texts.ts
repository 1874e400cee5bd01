/** The names of the kinds of files, and what others see while one is recorded or sent. */
import type { FileKind } from "@heliogram/shared/files.ts";
import { useLingui } from "@lingui/react/macro";

/** The names of one file, as a line about a message shows them. */
export function useFileKindNames(): Readonly<Record<FileKind, string>> {
  const { t } = useLingui();
  return {
    photo: t`Photo`,
    video: t`Video`,
    animation: t`GIF`,
    voice: t`Voice message`,
    video_note: t`Video message`,
    audio: t`Audio`,
    document: t`File`,
  };
}

/** The texts of the actions `record_` and `upload_` with a kind. */
export function useFileActionTexts(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  const recordsVideo = t`is recording a video…`;
  const sendsVideo = t`is sending a video…`;
  const recordsVoice = t`is recording a voice message…`;
  const sendsFile = t`is sending a file…`;
  return {
    upload_photo: t`is sending a photo…`,
    record_video: recordsVideo,
    record_video_note: recordsVideo,
    upload_video: sendsVideo,
    upload_video_note: sendsVideo,
    record_voice: recordsVoice,
    record_audio: recordsVoice,
    upload_voice: t`is sending a voice message…`,
    upload_audio: sendsFile,
    upload_document: sendsFile,
  };
}
