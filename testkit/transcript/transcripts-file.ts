/** The file in which the failed expectations of a run are collected, for the summary of a job. */
import { appendFileSync } from "node:fs";

/** Appends to the file that the environment variable `HELIOGRAM_TRANSCRIPTS` names, if it is set. Its form is Markdown. */
export function keepTranscript(sentence: string, transcript: string): void {
  const path = process.env.HELIOGRAM_TRANSCRIPTS;
  if (path) appendFileSync(path, `### ${sentence}\n\n\`\`\`text\n${transcript}\n\`\`\`\n\n`);
}
