/**
 * What Keycloak, Authentik, Entra, Google and GitLab send of a person, and what they say of themselves, as their documents
 * have it: which claims are in the ID token, and which ones the userinfo endpoint alone has.
 */

export interface ProviderShape {
  /** The path of the issuer. */
  readonly path: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly id_token: Readonly<Record<string, unknown>>;
  readonly userinfo: Readonly<Record<string, unknown>>;
  readonly ends_sessions: boolean;
  /** What its logout tokens name; `undefined` if it sends none. */
  readonly logs_out_by: "sid" | "sub" | undefined;
}

const POST_OR_BASIC = { token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"] };
const KNOWS_PKCE = { code_challenge_methods_supported: ["plain", "S256"] };
const NAMES_ISSUER = { authorization_response_iss_parameter_supported: true };
const SENDS_LOGOUT = { backchannel_logout_supported: true, backchannel_logout_session_supported: true };

const KEYCLOAK_PERSON = {
  ...{ email: "ada@example.org", email_verified: true, preferred_username: "keycloak_ada" },
  ...{ name: "Ada Lovelace", given_name: "Ada", family_name: "Lovelace" },
};
const AUTHENTIK_PERSON = {
  ...{ email: "ada@example.org", email_verified: false, preferred_username: "authentik_ada" },
  ...{ name: "Ada Lovelace", given_name: "Ada Lovelace", nickname: "authentik_ada" },
  groups: ["chat", "chat-owners", "engineering"],
};
const GOOGLE_PERSON = {
  ...{ email: "google_ada@example.org", email_verified: true, hd: "example.org" },
  ...{ name: "Ada Lovelace", given_name: "Ada", family_name: "Lovelace" },
};
const GITLAB_PERSON = { email: "ada@example.org", email_verified: true, sub_legacy: "a9f1" };
export const ENTRA_GROUP = "0a0a0a0a-1b1b-2c2c-3d3d-4e4e4e4e4e4e";

const KEYCLOAK: ProviderShape = {
  path: "/realms/team",
  metadata: {
    ...NAMES_ISSUER,
    ...SENDS_LOGOUT,
    ...KNOWS_PKCE,
    token_endpoint_auth_methods_supported: ["private_key_jwt", "client_secret_basic", "client_secret_post"],
    id_token_signing_alg_values_supported: ["PS384", "ES384", "RS384", "HS256", "ES256", "RS256", "none"],
  },
  id_token: { typ: "ID", azp: "heliogram", acr: "1", sid: "sid-1", session_state: "sid-1", ...KEYCLOAK_PERSON },
  userinfo: { ...KEYCLOAK_PERSON, groups: ["engineering"], realm_access: { roles: ["chat-owner"] } },
  ends_sessions: true,
  logs_out_by: "sid",
};
const AUTHENTIK: ProviderShape = {
  path: "/application/o/heliogram/",
  metadata: { ...SENDS_LOGOUT, ...KNOWS_PKCE, ...POST_OR_BASIC },
  id_token: {
    acr: "goauthentik.io/providers/oauth2/default",
    amr: ["pwd"],
    sid: "a".repeat(64),
    ...AUTHENTIK_PERSON,
  },
  userinfo: AUTHENTIK_PERSON,
  ends_sessions: true,
  logs_out_by: "sub",
};

/** @param graph - the host of Microsoft Graph, on which Entra has what it says of people besides the ID token */
const entra = (graph: string): ProviderShape => ({
  path: "/11111111-2222-3333-4444-555555555555/v2.0",
  metadata: {
    ...{ userinfo_endpoint: `${graph}/oidc/userinfo`, subject_types_supported: ["pairwise"] },
    ...{ http_logout_supported: true, frontchannel_logout_supported: true },
    token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
  },
  id_token: {
    ...{ ver: "2.0", tid: "11111111-2222-3333-4444-555555555555", oid: "77777777-8888-9999-0000-111111111111" },
    ...{ email: "ada@example.org", xms_edov: true, name: "Ada Lovelace", sid: "sid-3" },
    ...{ preferred_username: "entra_ada@example.org", groups: [ENTRA_GROUP], roles: ["chat-owner"] },
  },
  userinfo: {
    ...{ name: "Ada Lovelace", given_name: "Ada", family_name: "Lovelace", email: "ada@example.org" },
    picture: `${graph}/v1.0/me/photo/$value`,
  },
  ends_sessions: true,
  logs_out_by: undefined,
});

const google = (picture: string): ProviderShape => ({
  path: "",
  metadata: { ...NAMES_ISSUER, ...KNOWS_PKCE, ...POST_OR_BASIC },
  id_token: { azp: "heliogram", ...GOOGLE_PERSON, picture },
  userinfo: { ...GOOGLE_PERSON, picture },
  ends_sessions: false,
  logs_out_by: undefined,
});

const gitlab = (picture: string): ProviderShape => ({
  path: "",
  metadata: { ...KNOWS_PKCE, token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"] },
  id_token: { auth_time: 1_767_225_600, ...GITLAB_PERSON, groups_direct: ["team/engineering"] },
  userinfo: {
    ...{
      ...GITLAB_PERSON,
      name: "Ada Lovelace",
      nickname: "gitlab_ada",
      preferred_username: "gitlab_ada",
      picture,
    },
    ...{
      profile: "https://gitlab.example.org/gitlab_ada",
      groups: ["team", "team/engineering", "team/chat-owners"],
    },
    "https://gitlab.org/claims/groups/owner": ["team"],
  },
  ends_sessions: false,
  logs_out_by: undefined,
});

/** @param elsewhere - another host: that of Microsoft Graph, and of pictures */
export function providerShapes(elsewhere: string): Readonly<Record<string, ProviderShape>> {
  const picture = `${elsewhere}/photo.png`;
  return {
    Keycloak: KEYCLOAK,
    Authentik: AUTHENTIK,
    "Microsoft Entra": entra(elsewhere),
    Google: google(picture),
    GitLab: gitlab(picture),
  };
}
