/** Certificates that bots upload for their webhooks, as PEM files. */
import { X509Certificate } from "node:crypto";
import type { Deps } from "./deps.ts";
import { ParameterFault } from "./fields.ts";
import type { FileInput } from "./file-fields.ts";
import type { Uploads } from "./uploads.ts";

/** The longest file, in bytes: a chain of the largest keys takes less. */
export const CERTIFICATE_BYTES = 64 * 1024;

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * The certificates of an uploaded file, as PEM; empty where there is none.
 * @throws ParameterFault when it is no such file
 */
export async function readCertificate(deps: Deps, uploads: Uploads, input: FileInput | undefined): Promise<string> {
  if (input === undefined) return "";
  const part = input.from === "upload" ? uploads.get(input.part) : undefined;
  if (!part) throw new ParameterFault("bad webhook: the certificate must be uploaded as a PEM file");
  const text = (await deps.media.read(part.upload)).toString("latin1");
  if (text.includes("PRIVATE KEY-----")) {
    throw new ParameterFault("bad webhook: the file holds a private key; upload the certificate alone");
  }
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0 || !blocks.every(isCertificate)) {
    throw new ParameterFault("bad webhook: the file is no certificate in the PEM format");
  }
  return blocks.join("\n");
}

function isCertificate(block: string): boolean {
  try {
    // The subject may be empty, where the names stand in the subjectAltName alone.
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
