/** The methods that send a message of one's own, in the order of the documents. */
import { sendAnimation } from "./sendAnimation.ts";
import { sendAudio } from "./sendAudio.ts";
import { sendContact } from "./sendContact.ts";
import { sendDice } from "./sendDice.ts";
import { sendDocument } from "./sendDocument.ts";
import { sendLocation } from "./sendLocation.ts";
import { sendMediaGroup } from "./sendMediaGroup.ts";
import { sendMessage } from "./sendMessage.ts";
import { sendPhoto } from "./sendPhoto.ts";
import { sendRichMessage } from "./sendRichMessage.ts";
import { sendVenue } from "./sendVenue.ts";
import { sendVideo } from "./sendVideo.ts";
import { sendVideoNote } from "./sendVideoNote.ts";
import { sendVoice } from "./sendVoice.ts";

export const SENDING_METHODS = [
  sendMessage,
  sendRichMessage,
  sendPhoto,
  sendVideo,
  sendAnimation,
  sendAudio,
  sendVoice,
  sendVideoNote,
  sendDocument,
  sendMediaGroup,
  sendLocation,
  sendVenue,
  sendContact,
  sendDice,
] as const;
