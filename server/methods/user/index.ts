/** The methods of the user API: those shared with the bot API, and those of people only. */
import { SENDING_METHODS } from "../bot/sending-methods.ts";
import { approveChatJoinRequest } from "../bot/approveChatJoinRequest.ts";
import { banChatMember } from "../bot/banChatMember.ts";
import { TOPIC_METHODS } from "../bot/topic-methods.ts";
import { copyMessage } from "../bot/copyMessage.ts";
import { copyMessages } from "../bot/copyMessages.ts";
import { createChatInviteLink } from "../bot/createChatInviteLink.ts";
import { deleteMessage } from "../bot/deleteMessage.ts";
import { deleteMessages } from "../bot/deleteMessages.ts";
import { editMessageCaption } from "../bot/editMessageCaption.ts";
import { editMessageText } from "../bot/editMessageText.ts";
import { exportChatInviteLink } from "../bot/exportChatInviteLink.ts";
import { forwardMessage } from "../bot/forwardMessage.ts";
import { forwardMessages } from "../bot/forwardMessages.ts";
import { getChat } from "../bot/getChat.ts";
import { getChatAdministrators } from "../bot/getChatAdministrators.ts";
import { getChatMember } from "../bot/getChatMember.ts";
import { getChatMemberCount } from "../bot/getChatMemberCount.ts";
import { leaveChat } from "../bot/leaveChat.ts";
import { pinChatMessage } from "../bot/pinChatMessage.ts";
import { promoteChatMember } from "../bot/promoteChatMember.ts";
import { restrictChatMember } from "../bot/restrictChatMember.ts";
import { revokeChatInviteLink } from "../bot/revokeChatInviteLink.ts";
import { setChatAdministratorCustomTitle } from "../bot/setChatAdministratorCustomTitle.ts";
import { setChatDescription } from "../bot/setChatDescription.ts";
import { setMessageReaction } from "../bot/setMessageReaction.ts";
import { setChatPermissions } from "../bot/setChatPermissions.ts";
import { setChatTitle } from "../bot/setChatTitle.ts";
import { declineChatJoinRequest } from "../bot/declineChatJoinRequest.ts";
import { deleteChatPhoto } from "../bot/deleteChatPhoto.ts";
import { editMessageLiveLocation } from "../bot/editMessageLiveLocation.ts";
import { stopMessageLiveLocation } from "../bot/stopMessageLiveLocation.ts";
import { editMessageMedia } from "../bot/editMessageMedia.ts";
import { setChatPhoto } from "../bot/setChatPhoto.ts";
import { unbanChatMember } from "../bot/unbanChatMember.ts";
import { unpinAllChatMessages } from "../bot/unpinAllChatMessages.ts";
import { unpinChatMessage } from "../bot/unpinChatMessage.ts";
import type { Params } from "../engine/fields.ts";
import type { Method } from "../engine/method.ts";
import type { ApiResult, ApiParams } from "../engine/api-types.ts";
import { addMember } from "./addMember.ts";
import { addMembers } from "./addMembers.ts";
import { askToJoin } from "./askToJoin.ts";
import { beginEnrolment } from "./beginEnrolment.ts";
import { createBot } from "./createBot.ts";
import { deleteBot } from "./deleteBot.ts";
import { deleteChat } from "./deleteChat.ts";
import { editBot } from "./editBot.ts";
import { listAllBots } from "./listAllBots.ts";
import { listAllChats } from "./listAllChats.ts";
import { listAudit } from "./listAudit.ts";
import { getBotActivity } from "./getBotActivity.ts";
import { getDeveloperConsole } from "./getDeveloperConsole.ts";
import { listBots } from "./listBots.ts";
import { regenerateBotToken } from "./regenerateBotToken.ts";
import { blockUser } from "./blockUser.ts";
import { changePassword } from "./changePassword.ts";
import { confirmMailAddress } from "./confirmMailAddress.ts";
import { confirmEnrolment } from "./confirmEnrolment.ts";
import { createChat } from "./createChat.ts";
import { createInvitation } from "./createInvitation.ts";
import { editProfile } from "./editProfile.ts";
import { deleteProfilePhoto } from "./deleteProfilePhoto.ts";
import { deleteAccount } from "./deleteAccount.ts";
import { erasePerson } from "./erasePerson.ts";
import { exportAnyChat } from "./exportAnyChat.ts";
import { exportChat } from "./exportChat.ts";
import { exportOwnData } from "./exportOwnData.ts";
import { exportPerson } from "./exportPerson.ts";
import { signInSecondFactor } from "./signInSecondFactor.ts";
import { claimDeviceCode } from "./claimDeviceCode.ts";
import { signInDevice } from "./signInDevice.ts";
import { showDeviceCode } from "./showDeviceCode.ts";
import { getDeviceCode } from "./getDeviceCode.ts";
import { hideDeviceCode } from "./hideDeviceCode.ts";
import { confirmDevice } from "./confirmDevice.ts";
import { refuseDevice } from "./refuseDevice.ts";
import { getSecondFactor } from "./getSecondFactor.ts";
import { getSecondFactorRule } from "./getSecondFactorRule.ts";
import { beginSecondFactor } from "./beginSecondFactor.ts";
import { setSecondFactor } from "./setSecondFactor.ts";
import { setSecondFactorRule } from "./setSecondFactorRule.ts";
import { deleteSecondFactor } from "./deleteSecondFactor.ts";
import { makeRecoveryCodes } from "./makeRecoveryCodes.ts";
import { removeSecondFactor } from "./removeSecondFactor.ts";
import { listPasskeys } from "./listPasskeys.ts";
import { beginPasskey } from "./beginPasskey.ts";
import { addPasskey } from "./addPasskey.ts";
import { renamePasskey } from "./renamePasskey.ts";
import { removePasskey } from "./removePasskey.ts";
import { beginPasskeySignIn } from "./beginPasskeySignIn.ts";
import { signInPasskey } from "./signInPasskey.ts";
import { endSession } from "./endSession.ts";
import { endSessions } from "./endSessions.ts";
import { addPushSubscription } from "./addPushSubscription.ts";
import { removePushSubscription } from "./removePushSubscription.ts";
import { getPushSettings } from "./getPushSettings.ts";
import { setPushSettings } from "./setPushSettings.ts";
import { sendTestPush } from "./sendTestPush.ts";
import { setPushContents } from "./setPushContents.ts";
import { reportActivity } from "./reportActivity.ts";
import { getDifference } from "./getDifference.ts";
import { getHistory } from "./getHistory.ts";
import { getMember } from "./getMember.ts";
import { getReset } from "./getReset.ts";
import { getSignUp } from "./getSignUp.ts";
import { getMailSettings } from "./getMailSettings.ts";
import { getProfile } from "./getProfile.ts";
import { getStorageUse } from "./getStorageUse.ts";
import { inviteByMail } from "./inviteByMail.ts";
import { joinChat } from "./joinChat.ts";
import { listChats } from "./listChats.ts";
import { listInvitations } from "./listInvitations.ts";
import { listInviteLinks } from "./listInviteLinks.ts";
import { listJoinRequests } from "./listJoinRequests.ts";
import { listMembers } from "./listMembers.ts";
import { listPeople } from "./listPeople.ts";
import { listSessions } from "./listSessions.ts";
import { openChat } from "./openChat.ts";
import { mailInvitation } from "./mailInvitation.ts";
import { makeOwner } from "./makeOwner.ts";
import { pressButton } from "./pressButton.ts";
import { readMessages } from "./readMessages.ts";
import { markDelivered } from "./markDelivered.ts";
import { removeMailAddress } from "./removeMailAddress.ts";
import { requestPasswordReset } from "./requestPasswordReset.ts";
import { resetPassword } from "./resetPassword.ts";
import { restoreBot } from "./restoreBot.ts";
import { restorePerson } from "./restorePerson.ts";
import { revokeInvitation } from "./revokeInvitation.ts";
import { search } from "./search.ts";
import { searchMessages } from "./searchMessages.ts";
import { setChatLinkPreviews } from "./setChatLinkPreviews.ts";
import { setChatUsername } from "./setChatUsername.ts";
import { sendTestMail } from "./sendTestMail.ts";
import { setMailAddress } from "./setMailAddress.ts";
import { setMailDigest } from "./setMailDigest.ts";
import { setPassword } from "./setPassword.ts";
import { setDeveloperConsole } from "./setDeveloperConsole.ts";
import { setSignUp } from "./setSignUp.ts";
import { setTyping } from "./setTyping.ts";
import { stopMessageGeneration } from "./stopMessageGeneration.ts";
import { setProfilePhoto } from "./setProfilePhoto.ts";
import { signIn } from "./signIn.ts";
import { getSignInOptions } from "./getSignInOptions.ts";
import { listIdentities } from "./listIdentities.ts";
import { connectIdentity } from "./connectIdentity.ts";
import { disconnectIdentity } from "./disconnectIdentity.ts";
import { getSignOutAddress } from "./getSignOutAddress.ts";
import { setPasswordSignIn } from "./setPasswordSignIn.ts";
import { signOut } from "./signOut.ts";
import { signUp } from "./signUp.ts";
import { shareUsers } from "./shareUsers.ts";
import { shareChat } from "./shareChat.ts";
import { listSharableUsers } from "./listSharableUsers.ts";
import { listSharableChats } from "./listSharableChats.ts";
import { startBot } from "./startBot.ts";
import { takeOverChat } from "./takeOverChat.ts";
import { deleteAbandonedChat } from "./deleteAbandonedChat.ts";
import { suspendBot } from "./suspendBot.ts";
import { suspendPerson } from "./suspendPerson.ts";
import { transferOwnership } from "./transferOwnership.ts";
import { unblockUser } from "./unblockUser.ts";
import { markUnread } from "./markUnread.ts";
import { muteTopic } from "./muteTopic.ts";
import { unmuteTopic } from "./unmuteTopic.ts";
import { setForum } from "./setForum.ts";
import { listTopics } from "./listTopics.ts";
import { muteChat } from "./muteChat.ts";
import { unmuteChat } from "./unmuteChat.ts";
import { archiveChat } from "./archiveChat.ts";
import { unarchiveChat } from "./unarchiveChat.ts";
import { pinChatInList } from "./pinChatInList.ts";
import { unpinChatInList } from "./unpinChatInList.ts";
import { saveDraft } from "./saveDraft.ts";
import { getMentions } from "./getMentions.ts";
import { getReaders } from "./getReaders.ts";
import { getUnreadReactions } from "./getUnreadReactions.ts";
import { listReactions } from "./listReactions.ts";
import { readReactions } from "./readReactions.ts";
import { setChatReactions } from "./setChatReactions.ts";
import { setReactionNotices } from "./setReactionNotices.ts";
import { getPinnedMessages } from "./getPinnedMessages.ts";
import { listBotCommands } from "./listBotCommands.ts";
import { listPublicChats } from "./listPublicChats.ts";
import { listUsers } from "./listUsers.ts";
import { previewLink } from "./previewLink.ts";
import { resolve } from "./resolve.ts";
import { getRetention } from "./getRetention.ts";
import { setRetention } from "./setRetention.ts";
import { previewRetention } from "./previewRetention.ts";
import { overrideChatRetention } from "./overrideChatRetention.ts";
import { listHolds } from "./listHolds.ts";
import { setHold } from "./setHold.ts";
import { liftHold } from "./liftHold.ts";
import { getChatRetention } from "./getChatRetention.ts";
import { setChatRetention } from "./setChatRetention.ts";
import { unmakeOwner } from "./unmakeOwner.ts";
import { withdrawJoinRequest } from "./withdrawJoinRequest.ts";

/** Methods shared with the bot API: the same declarations, with the same authorization and rights. */
const SHARED = [
  ...SENDING_METHODS,
  forwardMessage,
  forwardMessages,
  copyMessage,
  copyMessages,
  editMessageText,
  editMessageCaption,
  editMessageMedia,
  editMessageLiveLocation,
  stopMessageLiveLocation,
  deleteMessage,
  deleteMessages,
  setMessageReaction,
  pinChatMessage,
  unpinChatMessage,
  unpinAllChatMessages,
  ...TOPIC_METHODS,
  restrictChatMember,
  promoteChatMember,
  setChatAdministratorCustomTitle,
  banChatMember,
  unbanChatMember,
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
  exportChatInviteLink,
  createChatInviteLink,
  revokeChatInviteLink,
  approveChatJoinRequest,
  declineChatJoinRequest,
] as const satisfies readonly Method[];

const OWN = [
  getSignUp,
  getSignInOptions,
  signUp,
  signIn,
  signOut,
  getSignOutAddress,
  getReset,
  setPassword,
  listSessions,
  signInSecondFactor,
  claimDeviceCode,
  signInDevice,
  showDeviceCode,
  getDeviceCode,
  hideDeviceCode,
  confirmDevice,
  refuseDevice,
  getSecondFactor,
  getSecondFactorRule,
  beginSecondFactor,
  setSecondFactor,
  setSecondFactorRule,
  deleteSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  signInPasskey,
  endSession,
  endSessions,
  addPushSubscription,
  removePushSubscription,
  getPushSettings,
  setPushSettings,
  sendTestPush,
  setPushContents,
  reportActivity,
  changePassword,
  getMailSettings,
  setMailAddress,
  removeMailAddress,
  setMailDigest,
  confirmMailAddress,
  confirmEnrolment,
  deleteAccount,
  listIdentities,
  connectIdentity,
  disconnectIdentity,
  exportOwnData,
  getProfile,
  editProfile,
  setProfilePhoto,
  deleteProfilePhoto,
  createInvitation,
  inviteByMail,
  mailInvitation,
  search,
  listUsers,
  listPublicChats,
  resolve,
  previewLink,
  listChats,
  openChat,
  createChat,
  joinChat,
  askToJoin,
  beginEnrolment,
  withdrawJoinRequest,
  addMember,
  addMembers,
  listMembers,
  getMember,
  listInviteLinks,
  listJoinRequests,
  transferOwnership,
  setChatLinkPreviews,
  setChatUsername,
  setChatReactions,
  getChatRetention,
  setChatRetention,
  deleteChat,
  exportChat,
  getHistory,
  getDifference,
  readMessages,
  markDelivered,
  markUnread,
  muteChat,
  unmuteChat,
  setForum,
  listTopics,
  muteTopic,
  unmuteTopic,
  archiveChat,
  unarchiveChat,
  pinChatInList,
  unpinChatInList,
  saveDraft,
  getMentions,
  getReaders,
  listReactions,
  getUnreadReactions,
  readReactions,
  setReactionNotices,
  getPinnedMessages,
  listBotCommands,
  searchMessages,
  setTyping,
  startBot,
  blockUser,
  unblockUser,
  pressButton,
  shareUsers,
  shareChat,
  listSharableUsers,
  listSharableChats,
  stopMessageGeneration,
  createBot,
  listBots,
  getBotActivity,
  editBot,
  regenerateBotToken,
  deleteBot,
] as const satisfies readonly Method[];

/** Methods for owners of the service. */
const OWNERS = [
  listPeople,
  suspendPerson,
  restorePerson,
  requestPasswordReset,
  resetPassword,
  erasePerson,
  exportPerson,
  makeOwner,
  unmakeOwner,
  listAllChats,
  takeOverChat,
  deleteAbandonedChat,
  listAllBots,
  suspendBot,
  restoreBot,
  setSignUp,
  setPasswordSignIn,
  getDeveloperConsole,
  setDeveloperConsole,
  listInvitations,
  revokeInvitation,
  getStorageUse,
  sendTestMail,
  getRetention,
  setRetention,
  previewRetention,
  overrideChatRetention,
  exportAnyChat,
  listHolds,
  setHold,
  liftHold,
  listAudit,
] as const satisfies readonly Method[];

export const USER_METHODS = [...SHARED, ...OWN, ...OWNERS] as const;

type WebMethod = (typeof USER_METHODS)[number];

/** The parameters and result of every method. The web client is type-checked against it. */
export type UserApi = {
  readonly [M in WebMethod as M["name"]]: {
    readonly params: ApiParams<Params<M["fields"]>>;
    readonly result: ApiResult<NonNullable<M["returns"]>>;
  };
};
