/** The Lua scripts of the shared limits. Each is carried out by Redis at once, so nodes cannot get in between. */

/**
 * Milliseconds that a counter outlives the moment from which it makes no difference, so that a clock of a replica that
 * is a little behind does not bring it back to life.
 */
const SLACK_MS = 60_000;

/** The time in milliseconds: that of Redis, which all nodes share, or the one that a test gives as the first argument. */
const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
-- Two numbers in one text, none of which loses a bit. What is no such text counts as absent.
local function read(state)
  if not state then return nil end
  local a, b = string.match(state, '^(%S+) (%S+)$')
  a, b = tonumber(a), tonumber(b)
  if a and b then return a, b end
end
local function write(key, a, b, ttl)
  redis.call('SET', key, string.format('%.17g %.17g', a, b), 'PX', math.max(1, math.ceil(ttl)) + ${SLACK_MS})
end
`;

/**
 * Takes tokens from all buckets, or from none, in the arithmetic of methods/rate-limits/token-buckets.ts. A bucket is
 * the text "tokens time"; a full one has none. Arguments: the time, then rate, burst and count of each key.
 * @returns the whole seconds to wait
 */
export const TAKE = `${NOW}
local states = redis.call('MGET', unpack(KEYS))
local left, wait = {}, 0
for i = 1, #KEYS do
  local rate, burst, count = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local tokens, at = read(states[i])
  left[i] = burst
  if tokens then
    left[i] = math.min(burst, tokens + math.max(0, now - at) / 1000 * rate)
    local lacking = math.min(count, burst) - left[i]
    if lacking > 1e-6 then wait = math.max(wait, (lacking - 5e-7) / rate) end
  end
end
if wait > 0 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  local rate, burst, count = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local tokens = left[i] - count
  write(key, tokens, now, (burst - tokens) / rate * 1000)
end
return 0
`;

/** Returns tokens to buckets. Arguments: the time, then rate, burst and count of each key. */
export const REFUND = `${NOW}
for i, key in ipairs(KEYS) do
  local rate, burst, count = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local tokens, at = read(redis.call('GET', key))
  if tokens then
    tokens = math.min(burst, tokens + count)
    write(key, tokens, at, (burst - tokens) / rate * 1000)
  end
end
return 0
`;

/**
 * Counts one attempt, in the arithmetic of methods/rate-limits/attempt-limits.ts. A counter is the text "count since".
 * Arguments: the time, the attempts that are allowed, the window in milliseconds.
 * @returns the whole seconds to wait
 */
export const ATTEMPT = `${NOW}
local allowed, window = tonumber(ARGV[2]), tonumber(ARGV[3])
local count, since = read(redis.call('GET', KEYS[1]))
if not count or now - since >= window then count, since = 0, now end
-- The clock of Redis was set back: the window does not get longer.
if since > now then since = now end
write(KEYS[1], count + 1, since, since + window - now)
if count + 1 <= allowed then return 0 end
return math.ceil((since + window - now) / 1000)
`;
