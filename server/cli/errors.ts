/** The errors with which a command refuses to run. */
import { EXIT, ExitError } from "../runtime/exit-error.ts";

/** A valid command that cannot be executed. */
export class CommandRefused extends ExitError {
  constructor(message: string) {
    super(message, EXIT.refused);
  }
}

/** An invalid command line. */
export class UsageError extends ExitError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}
