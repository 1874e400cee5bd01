/** A provider with a certificate of its own authority (`certificate_file`): it is trusted, and no other is. */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { providersFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { CERTIFICATE, KEY, OTHER_CERTIFICATE } from "../support/certificate.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";

const addressOf = (listening: Server) => `https://127.0.0.1:${(listening.address() as AddressInfo).port}`;

let folder: string;
let server: Server;
let t: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heliogram-oidc-"));
  server = createServer({ cert: CERTIFICATE, key: KEY }, ({ url = "" }, res) => {
    const issuer = `${addressOf(server)}${url.replace("/.well-known/openid-configuration", "")}`;
    res.writeHead(200, { "content-type": "application/json" });
    res.end(
      JSON.stringify({
        ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ["code"], subject_types_supported: ["public"] },
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const provider = (id: string, certificate?: string) => {
    const file = join(folder, `${id}.pem`);
    if (certificate !== undefined) writeFileSync(file, certificate);
    const rest = certificate === undefined ? {} : { certificate_file: file };
    return {
      id,
      issuer: `${addressOf(server)}/${id}`,
      label: id,
      client_id: "heliogram",
      client_secret: "a secret of the tests",
      ...rest,
    };
  };
  const oidc = [provider("own", CERTIFICATE), provider("other", OTHER_CERTIFICATE), provider("none")];
  const providers = providersFrom(settingsSchema.parse({ oidc, public_url: "https://chat.example.org" }));
  t = await startWorld("sqlite", WORLD, { providers });
});
afterAll(async () => {
  await t.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

test.each([
  ["own", /^https:\/\/127\.0\.0\.1.+\/auth\?/],
  ["other", /^\/sign-in\?refused=unavailable$/],
  ["none", /^\/sign-in\?refused=unavailable$/],
])("the start of a sign-in with the certificate %s", async (id, address) => {
  const { headers } = await t.fetch(`/api/oidc/${id}/start`, { redirect: "manual" });
  expect(headers.get("location")).toMatch(address);
});
