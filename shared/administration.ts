/** What owners of the service see of it, on the wire. Dates are Unix seconds; what is absent is none. */
import type { User } from "./wire.ts";

export interface PersonEntry {
  user: User;
  is_owner: boolean;
  created_at: number;
  suspended_at?: number;
  /** The last sign of life, to within five minutes. */
  seen_at?: number;
  /** Sessions that have not ended. */
  session_count: number;
}

export interface ChatEntry {
  id: number;
  type: "supergroup" | "channel";
  title: string;
  username?: string;
  member_count: number;
  creator?: User;
  created_at: number;
  last_message_date?: number;
}

export interface BotEntry {
  user: User;
  owner?: User;
  created_at: number;
  suspended_at?: number;
  has_webhook: boolean;
  pending_update_count: number;
  last_error_date?: number;
  last_error_message?: string;
}

export interface InvitationEntry {
  id: number;
  /** Absent where the operator made it. */
  created_by?: User;
  makes_owner: boolean;
  created_at: number;
  expires_at: number;
  /** `used`: by as many as it is for. */
  state: "open" | "used" | "revoked" | "expired";
  /** How many people can sign up with it, and how many have. */
  max_uses: number;
  use_count: number;
  /** Who signed up with it, the latest first; not all of many. */
  uses: { user: User; used_at: number }[];
  /** The groups and channels that it leads into. */
  chats: { id: number; title: string }[];
  revoked_at?: number;
}

export interface AuditLogEntry {
  id: number;
  at: number;
  /** `operator`: from the command line. `stranger`: nobody was signed in. */
  origin: "person" | "operator" | "stranger";
  actor?: User;
  action: string;
  subject?: { kind: "person" | "bot" | "invitation"; id: number; user?: User };
  detail: Record<string, unknown>;
}

export interface Amount {
  count: number;
  bytes: number;
}

export interface StorageUse {
  /** When it was measured. */
  measured_at: number;
  database_bytes: number;
  /** Every stored file, by what it is; `previews` are smaller pictures and what nothing refers to any more. */
  files: Amount & { kinds: (Amount & { kind: string })[] };
  /** Uploads under way and what is left of them. */
  temporary: Amount;
  /** Of the disk that holds the files. */
  disk: { free_bytes: number; total_bytes: number };
}
