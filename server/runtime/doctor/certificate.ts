/** The certificate of the service's own port for HTTPS. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Settings } from "../../settings/settings.ts";
import { reasonOf } from "../exit-error.ts";
import { orOk, problem, warning, type Finding } from "./finding.ts";

const DAY_MS = 86_400_000;
/** Certificates of 90 days are renewed a month before their end, and those of six days every other day. */
const SOON_DAYS = 30;
const VERY_SOON_DAYS = 7;
const RENEW = "renew it (the files are read again by themselves), and see why nothing has renewed it";

export function checkCertificate(settings: Settings, now_ms: number): readonly Finding[] {
  const { tls_port, tls_certificate, tls_key, public_url } = settings;
  if (tls_port === undefined) return [];
  if (tls_certificate === undefined || tls_key === undefined) {
    const advice = "name both files: HELIOGRAM_TLS_CERTIFICATE_FILE and HELIOGRAM_TLS_KEY_FILE";
    return [problem("certificate", "HELIOGRAM_TLS_PORT needs a certificate and its key", advice)];
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(tls_certificate);
    if (!certificate.checkPrivateKey(createPrivateKey(tls_key)))
      return [problem("certificate", "the key is that of another certificate", "name the key that belongs to it")];
  } catch (error) {
    const message = `the certificate or its key cannot be read: ${reasonOf(error)}`;
    return [problem("certificate", message, "name files in PEM format, of which the key has no password")];
  }
  const found = [...validity(certificate, now_ms), ...names(certificate, public_url)];
  return orOk("certificate", found, `the certificate is valid until ${dayOf(certificate.validToDate)}`);
}

function validity({ validFromDate, validToDate }: X509Certificate, now_ms: number): readonly Finding[] {
  const left_days = (validToDate.getTime() - now_ms) / DAY_MS;
  if (validFromDate.getTime() > now_ms)
    return [problem("certificate", `it is valid only from ${dayOf(validFromDate)} on`, "see that the clock is right")];
  if (left_days <= 0) return [problem("certificate", `it has expired on ${dayOf(validToDate)}`, RENEW)];
  const ends = `it expires on ${dayOf(validToDate)}, in ${Math.floor(left_days)} days`;
  if (left_days <= VERY_SOON_DAYS) return [problem("certificate", ends, RENEW)];
  return left_days <= SOON_DAYS ? [warning("certificate", ends, RENEW)] : [];
}

/** Clients compare the name of the address with those of the certificate. */
function names(certificate: X509Certificate, public_url: string | undefined): readonly Finding[] {
  if (public_url === undefined) return [];
  const name = new URL(public_url).hostname.replace(/^\[|\]$/g, "");
  const isNamed = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  if (isNamed !== undefined) return [];
  const advice = "get one for this name, unless only a proxy connects here that knows it";
  return [warning("certificate", `it does not name ${name}, the host of HELIOGRAM_PUBLIC_URL`, advice)];
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
