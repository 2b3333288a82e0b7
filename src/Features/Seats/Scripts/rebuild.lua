-- Adds the seats read from the primary and marks the grade complete, unless a seat was freed in the meantime. Held seats stay
-- held unless they are blocked.
-- KEYS  the grade's seats, its rebuild
-- ARGV  token of this rebuild, release count of the grade before the read, life of the key in ms, SOLD, BLOCKED,
--       number of sold seats, sold numbers, blocked numbers
-- Returns 1, or 0 if the primary has to be read again.
local token, freed, life, SOLD, BLOCKED, sold = unpack(ARGV, 1, 6)
if redis.call('GET', KEYS[2]) ~= token then return 0 end
if (redis.call('ZSCORE', KEYS[1], '-1') or '0') ~= freed then return 0 end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for i = 7, #ARGV do
    local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
    local mark = i - 6 <= tonumber(sold) and SOLD or BLOCKED
    if not score or mark == BLOCKED or tonumber(score) <= now then redis.call('ZADD', KEYS[1], mark, ARGV[i]) end
end
redis.call('ZADD', KEYS[1], 'NX', now - 1000000000, '-1')
redis.call('ZADD', KEYS[1], 0, '0')
redis.call('PEXPIRE', KEYS[1], life)
return 1
