"""What everybody in a world needs: its service, its calls, and who is there."""

from dataclasses import dataclass, field

from .call_log import CallLog
from .client import Client
from .directory import Directory
from .programs import Programs
from .transcript import keep_transcript, read_transcript


@dataclass
class Context:
    client: Client
    calls: CallLog
    directory: Directory
    timeout: float
    programs: Programs
    # Who has pressed a button, by the id of the callback query.
    taps: dict = field(default_factory=dict)
    # Private chats that people have opened, as pairs of ids.
    opened: set = field(default_factory=set)
    # Calls that have satisfied an expectation, by id.
    satisfied: set = field(default_factory=set)
    # Chats with a satisfied expectation since the last thing that people did.
    expected_chats: set = field(default_factory=set)
    # From which revision on the calls of a chat count.
    begins: dict = field(default_factory=dict)

    def begin(self):
        """
        To be called before somebody does something. A call satisfies one expectation at most. And once an expectation
        about a chat is satisfied and people go on, what the bot did there before does not count any more.
        """
        if not self.expected_chats:
            return
        self.calls.sync()
        for chat_id in self.expected_chats:
            self.begins[chat_id] = self.calls.revision
        self.expected_chats.clear()

    def restart(self, beginning):
        """Forgets what has happened: the world was set back to this state."""
        self.calls.restart(beginning)
        self.expected_chats.clear()
        self.begins.clear()
        self.taps.clear()
        self.opened.clear()

    def failure(self, sentence):
        """An error with this sentence and the transcript of the world."""
        crash = self.programs.report()
        transcript = self.transcript()
        keep_transcript(sentence, f"{crash}\n\n{transcript}" if crash else transcript)
        return AssertionError("\n\n".join([sentence, *([crash] if crash else []), f"Transcript:\n{transcript}"]))

    def transcript(self):
        return read_transcript(self.client, self.calls, self.directory, self.taps)
