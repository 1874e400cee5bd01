/** `heliogram verify FOLDER`: reads backups and compares them with their checksums. */
import { Verifier, type VerifiedBackup } from "../../backup/verify.ts";
import { attempt, EXIT } from "../../runtime/exit-error.ts";
import { openFolder } from "./open-folder.ts";
import { ProgressLines } from "./progress-lines.ts";

/** The exit code is 1 if a backup is damaged, or none is whole. @throws ExitError */
export async function verify(args: readonly string[]): Promise<void> {
  const { folder, cipher, names } = await openFolder("verify", args);
  const verifier = new Verifier(folder, cipher, new ProgressLines());
  const found: VerifiedBackup[] = [];
  for (const name of names) found.push(await attempt("the backups cannot be read", () => verifier.verify(name)));
  const of = (state: VerifiedBackup["state"]) => found.filter((each) => each.state === state).map(({ name }) => name);
  const result = {
    whole: of("whole"),
    incomplete: of("incomplete"),
    damaged: found
      .filter(({ state }) => state === "damaged")
      .map(({ name, damage }) => ({ name, damage: damage.slice(0, MAX_SENTENCES), sentences: damage.length })),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (result.damaged.length > 0 || result.whole.length === 0) process.exitCode = EXIT.refused;
}

/** Sentences about the damage to one backup that are printed. */
const MAX_SENTENCES = 20;
