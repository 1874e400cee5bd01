/** The bots' methods: one line each. */
import type { Method } from "../engine/method.ts";
import { answerCallbackQuery } from "./answerCallbackQuery.ts";
import { approveChatJoinRequest } from "./approveChatJoinRequest.ts";
import { banChatMember } from "./banChatMember.ts";
import { banChatSenderChat } from "./banChatSenderChat.ts";
import { close } from "./close.ts";
import { copyMessage } from "./copyMessage.ts";
import { copyMessages } from "./copyMessages.ts";
import { createChatInviteLink } from "./createChatInviteLink.ts";
import { declineChatJoinRequest } from "./declineChatJoinRequest.ts";
import { deleteChatPhoto } from "./deleteChatPhoto.ts";
import { deleteMessage } from "./deleteMessage.ts";
import { deleteMessages } from "./deleteMessages.ts";
import { deleteMyCommands } from "./deleteMyCommands.ts";
import { deleteWebhook } from "./deleteWebhook.ts";
import { editChatInviteLink } from "./editChatInviteLink.ts";
import { editMessageCaption } from "./editMessageCaption.ts";
import { editMessageLiveLocation } from "./editMessageLiveLocation.ts";
import { editMessageMedia } from "./editMessageMedia.ts";
import { editMessageReplyMarkup } from "./editMessageReplyMarkup.ts";
import { editMessageText } from "./editMessageText.ts";
import { exportChatInviteLink } from "./exportChatInviteLink.ts";
import { forwardMessage } from "./forwardMessage.ts";
import { forwardMessages } from "./forwardMessages.ts";
import { getChat } from "./getChat.ts";
import { getChatAdministrators } from "./getChatAdministrators.ts";
import { getChatMember } from "./getChatMember.ts";
import { getChatMemberCount } from "./getChatMemberCount.ts";
import { getChatMenuButton } from "./getChatMenuButton.ts";
import { getFile } from "./getFile.ts";
import { getMe } from "./getMe.ts";
import { getMyCommands } from "./getMyCommands.ts";
import { getMyDefaultAdministratorRights } from "./getMyDefaultAdministratorRights.ts";
import { getMyDescription } from "./getMyDescription.ts";
import { getMyName } from "./getMyName.ts";
import { getMyShortDescription } from "./getMyShortDescription.ts";
import { getUpdates } from "./getUpdates.ts";
import { getUserProfilePhotos } from "./getUserProfilePhotos.ts";
import { getWebhookInfo } from "./getWebhookInfo.ts";
import { leaveChat } from "./leaveChat.ts";
import { logOut } from "./logOut.ts";
import { pinChatMessage } from "./pinChatMessage.ts";
import { promoteChatMember } from "./promoteChatMember.ts";
import { restrictChatMember } from "./restrictChatMember.ts";
import { revokeChatInviteLink } from "./revokeChatInviteLink.ts";
import { sendChatAction } from "./sendChatAction.ts";
import { sendRichMessageDraft } from "./sendRichMessageDraft.ts";
import { sendMessageDraft } from "./sendMessageDraft.ts";
import { SENDING_METHODS } from "./sending-methods.ts";
import { setChatAdministratorCustomTitle } from "./setChatAdministratorCustomTitle.ts";
import { setChatDescription } from "./setChatDescription.ts";
import { setChatMenuButton } from "./setChatMenuButton.ts";
import { setChatPermissions } from "./setChatPermissions.ts";
import { setChatPhoto } from "./setChatPhoto.ts";
import { setChatTitle } from "./setChatTitle.ts";
import { setMessageReaction } from "./setMessageReaction.ts";
import { setMyCommands } from "./setMyCommands.ts";
import { setMyDefaultAdministratorRights } from "./setMyDefaultAdministratorRights.ts";
import { setMyDescription } from "./setMyDescription.ts";
import { setMyName } from "./setMyName.ts";
import { setMyShortDescription } from "./setMyShortDescription.ts";
import { setWebhook } from "./setWebhook.ts";
import { TOPIC_METHODS } from "./topic-methods.ts";
import { stopMessageLiveLocation } from "./stopMessageLiveLocation.ts";
import { unbanChatMember } from "./unbanChatMember.ts";
import { unbanChatSenderChat } from "./unbanChatSenderChat.ts";
import { unpinAllChatMessages } from "./unpinAllChatMessages.ts";
import { unpinChatMessage } from "./unpinChatMessage.ts";

export const BOT_METHODS: readonly Method[] = [
  getMe,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  getFile,
  getUserProfilePhotos,
  logOut,
  close,
  ...SENDING_METHODS,
  sendChatAction,
  sendMessageDraft,
  sendRichMessageDraft,
  forwardMessage,
  forwardMessages,
  copyMessage,
  copyMessages,
  editMessageText,
  editMessageCaption,
  editMessageMedia,
  editMessageReplyMarkup,
  editMessageLiveLocation,
  stopMessageLiveLocation,
  deleteMessage,
  deleteMessages,
  setMessageReaction,
  answerCallbackQuery,
  restrictChatMember,
  promoteChatMember,
  setChatAdministratorCustomTitle,
  banChatMember,
  unbanChatMember,
  banChatSenderChat,
  unbanChatSenderChat,
  leaveChat,
  getChat,
  getChatMember,
  getChatAdministrators,
  getChatMemberCount,
  setChatPermissions,
  setChatTitle,
  setChatDescription,
  setChatPhoto,
  deleteChatPhoto,
  pinChatMessage,
  unpinChatMessage,
  unpinAllChatMessages,
  ...TOPIC_METHODS,
  exportChatInviteLink,
  createChatInviteLink,
  editChatInviteLink,
  revokeChatInviteLink,
  approveChatJoinRequest,
  declineChatJoinRequest,
  setMyCommands,
  getMyCommands,
  deleteMyCommands,
  setMyName,
  getMyName,
  setMyDescription,
  getMyDescription,
  setMyShortDescription,
  getMyShortDescription,
  setMyDefaultAdministratorRights,
  getMyDefaultAdministratorRights,
  setChatMenuButton,
  getChatMenuButton,
];
