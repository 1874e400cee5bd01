/** Certificates that bots upload for their webhooks, as PEM files. */
import { X509Certificate } from "node:crypto";
import type { Deps } from "../engine/deps.ts";
import { ParameterError } from "../engine/fields.ts";
import type { FileInput } from "../engine/file-fields.ts";
import type { Uploads } from "../engine/uploads.ts";

/** The longest file in bytes. A chain of the largest keys is shorter. */
export const CERTIFICATE_BYTES = 64 * 1024;

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * The certificates of an uploaded file as PEM; empty without a file. Anything else in the file is dropped, such as a
 * private key, which must not be stored.
 * @throws ParameterError when the file holds no certificates
 */
export async function readCertificate(deps: Deps, uploads: Uploads, input: FileInput | undefined): Promise<string> {
  if (input === undefined) return "";
  const part = input.from === "upload" ? uploads.get(input.part) : undefined;
  if (!part) throw new ParameterError("bad webhook: the certificate must be uploaded as a PEM file");
  if (part.upload.size > CERTIFICATE_BYTES) throw new ParameterError("bad webhook: the certificate is too long");
  const text = (await deps.media.read(part.upload)).toString("latin1");
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0 || !blocks.every(isCertificate)) {
    throw new ParameterError("bad webhook: the file is no certificate in the PEM format");
  }
  return blocks.join("\n");
}

function isCertificate(block: string): boolean {
  try {
    // `subject` may be empty, as in certificates with names in the subjectAltName alone, so the bytes are checked.
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
