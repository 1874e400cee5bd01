/** The objects of the API for owners of the service. Dates are Unix seconds; fields without a value are absent. */
import type { User } from "./wire.ts";

export interface PersonEntry {
  user: User;
  is_owner: boolean;
  created_at: number;
  suspended_at?: number;
  /** The time of the person's last call, accurate to five minutes. */
  seen_at?: number;
  /** The number of sessions that have not ended. */
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
  /** Whether its creator has left or is suspended: then owners of the service may take it over or delete it. */
  is_abandoned: boolean;
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

/** Whether owners read what bots send and receive. */
export interface DeveloperConsole {
  on: boolean;
  /** When it was turned on. */
  since?: number;
  /** The number of live nodes. Each records what it has itself answered and delivered. */
  node_count: number;
}

export interface InvitationEntry {
  id: number;
  /** Absent if the operator created it. */
  created_by?: User;
  makes_owner: boolean;
  created_at: number;
  expires_at: number;
  /** `used`: `use_count` has reached `max_uses`. */
  state: "open" | "used" | "revoked" | "expired";
  /** How many people can sign up with it, and in `use_count` how many have. */
  max_uses: number;
  use_count: number;
  /** The people who signed up with it, the latest first; at most 20. */
  uses: { user: User; used_at: number }[];
  /** The groups and channels that people join with it. */
  chats: { id: number; title: string }[];
  revoked_at?: number;
}

export interface AuditLogEntry {
  id: number;
  at: number;
  /** `operator`: from the command line. `stranger`: a caller who was not signed in. */
  origin: "person" | "bot" | "operator" | "stranger";
  actor?: User;
  action: string;
  /** Of a chat, `title` is the one that it had then. */
  subject?: { kind: "person" | "bot" | "invitation" | "chat"; id: number; user?: User; title?: string };
  /** The member whom an action in a chat is about. */
  member?: User;
  /** The network address of the caller, if it is known. */
  client_address?: string;
  detail: Record<string, unknown>;
}

export interface Amount {
  count: number;
  bytes: number;
}

export interface StorageUse {
  /** The time of the measurement, in Unix seconds. */
  measured_at: number;
  database_bytes: number;
  /** All stored files by kind; `previews` are thumbnails, smaller sizes, and files that nothing refers to any more. */
  files: Amount & { kinds: (Amount & { kind: string })[] };
  /** Unfinished uploads and their remains. */
  temporary: Amount;
  /** Of the disk that holds the files. */
  disk: { free_bytes: number; total_bytes: number };
}
