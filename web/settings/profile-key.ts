/** The query of the person's own profile. */

export const OWN_PROFILE = ["own-profile"];
