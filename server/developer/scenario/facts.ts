/** What the recording of scenarios needs to know of methods, accounts and chats. */

export interface MethodFacts {
  /** The declared name of a method that changes something; `undefined` for others. */
  writing(api: "bot" | "user", method: string): string | undefined;
  /** The declared type of a parameter, as in JSON Schema; `undefined` if it has several or none. */
  typeOf(api: "bot" | "user", method: string, parameter: string): string | undefined;
}

/** The names of accounts and chats: the user name, or a name or title that nothing else has. */
export interface Directory {
  nameOf(id: number): string | undefined;
  idOf(name: string): number | undefined;
}

/** What a person's client does for the person alone, and what is about accounts and not about chats. */
const NOT_STEPS: ReadonlySet<string> = new Set([
  ...["openChat", "readMessages", "markDelivered", "markUnread", "saveDraft"],
  ...["readReactions", "setReactionNotices", "muteTopic", "unmuteTopic"],
  ...["muteChat", "unmuteChat", "archiveChat", "unarchiveChat", "pinChatInList", "unpinChatInList"],
  ...["signUp", "signIn", "signOut", "setPassword", "endSession", "endSessions", "changePassword"],
  ...["signInSecondFactor", "beginSecondFactor", "setSecondFactor", "deleteSecondFactor"],
  ...["makeRecoveryCodes", "removeSecondFactor"],
  ...["signInPasskey", "addPasskey", "renamePasskey", "removePasskey"],
  ...["editProfile", "setProfilePhoto", "deleteProfilePhoto"],
  ...["createBot", "editBot", "regenerateBotToken", "deleteBot", "suspendBot", "restoreBot"],
  ...["createInvitation", "revokeInvitation", "setSignUp"],
  ...["suspendPerson", "restorePerson", "resetPassword", "makeOwner", "unmakeOwner"],
]);

/** How a bot sets itself up, mostly when it starts. */
const SET_UP = /^(set|delete)My[A-Z]/;

/** A rate limit is a matter of time, and libraries repeat the call. */
const TOO_MANY_REQUESTS = 429;

/** The declared name of a method of the user API that is a step; `undefined` for others. */
export function stepMethod(methods: MethodFacts, method: string): string | undefined {
  const name = methods.writing("user", method);
  return name === undefined || NOT_STEPS.has(name) ? undefined : name;
}

/** The declared name of the method of a bot's call that counts as an answer; `undefined` for others. */
export function answerMethod(methods: MethodFacts, method: string, status: number): string | undefined {
  const name = status === TOO_MANY_REQUESTS ? undefined : methods.writing("bot", method);
  return name === undefined || SET_UP.test(name) ? undefined : name;
}
