/** The methods about topics, in the order of the documents. */
import { closeForumTopic } from "./closeForumTopic.ts";
import { closeGeneralForumTopic } from "./closeGeneralForumTopic.ts";
import { createForumTopic } from "./createForumTopic.ts";
import { deleteForumTopic } from "./deleteForumTopic.ts";
import { editForumTopic } from "./editForumTopic.ts";
import { editGeneralForumTopic } from "./editGeneralForumTopic.ts";
import { getForumTopicIconStickers } from "./getForumTopicIconStickers.ts";
import { hideGeneralForumTopic } from "./hideGeneralForumTopic.ts";
import { reopenForumTopic } from "./reopenForumTopic.ts";
import { reopenGeneralForumTopic } from "./reopenGeneralForumTopic.ts";
import { unhideGeneralForumTopic } from "./unhideGeneralForumTopic.ts";
import { unpinAllForumTopicMessages } from "./unpinAllForumTopicMessages.ts";
import { unpinAllGeneralForumTopicMessages } from "./unpinAllGeneralForumTopicMessages.ts";

export const TOPIC_METHODS = [
  createForumTopic,
  editForumTopic,
  closeForumTopic,
  reopenForumTopic,
  deleteForumTopic,
  unpinAllForumTopicMessages,
  editGeneralForumTopic,
  closeGeneralForumTopic,
  reopenGeneralForumTopic,
  hideGeneralForumTopic,
  unhideGeneralForumTopic,
  unpinAllGeneralForumTopicMessages,
  getForumTopicIconStickers,
] as const;
