/** The end of the action: writes the summary of the job, and ends the service. */
import { execFile } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/** GitHub takes a megabyte. */
const MOST_CHARACTERS = 500_000;

const { INPUT_COMMAND = "npx heliogram", GITHUB_STEP_SUMMARY } = process.env;
const { STATE_pid: pid, STATE_url: url, STATE_transcripts: transcripts } = process.env;

if (pid !== undefined) {
  try {
    const failed = existsSync(transcripts) ? readFileSync(transcripts, "utf8") : "";
    const main = await linesOf("calls");
    const parts = ["## Heliogram\n", failed || "No expectation has failed.\n"];
    if (main !== "") parts.push(`### Calls of the main world\n\n\`\`\`text\n${main}\`\`\`\n`);
    appendFileSync(GITHUB_STEP_SUMMARY, parts.join("\n").slice(0, MOST_CHARACTERS));
  } finally {
    end(Number(pid));
  }
}

/** What a command of developer mode prints. */
async function linesOf(command) {
  const { stdout } = await promisify(execFile)(`${INPUT_COMMAND} ${command} --url ${url}`, { shell: true });
  return stdout;
}

/** Ends the shell and the service that it has started. */
function end(group) {
  try {
    process.kill(process.platform === "win32" ? group : -group, "SIGTERM");
  } catch (error) {
    // It has ended by itself.
    if (error.code !== "ESRCH") throw error;
  }
}
