/** The query key of the user's own profile. */

export const OWN_PROFILE = ["own-profile"];
