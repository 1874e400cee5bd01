/** The user name and password of an address, as the header that carries them (RFC 7617). */

interface Target {
  /** Without user name and password. */
  readonly target: URL;
  /** The value of the header `Authorization`; `undefined` if the address has neither a user name nor a password. */
  readonly authorization: string | undefined;
}

/** @param url - a valid URL */
export function readTarget(url: string): Target {
  const target = new URL(url);
  const { username, password } = target;
  if (username === "" && password === "") return { target, authorization: undefined };
  target.username = "";
  target.password = "";
  const credentials = Buffer.concat([bytesOf(username), Buffer.from(":"), bytesOf(password)]);
  return { target, authorization: `Basic ${credentials.toString("base64")}` };
}

/** The bytes of a part of a URL, which is ASCII. A percent sign without two hex digits stands for itself. */
function bytesOf(part: string): Buffer {
  const decoded = part.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
}
