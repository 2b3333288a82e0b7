-- Counts a request unless the limit is reached.
-- KEYS  request counter of an address
-- ARGV  limit, lifetime of the counter in seconds
-- Returns the wait in seconds, or 0 if the request may proceed.
local count = tonumber(redis.call('GET', KEYS[1]) or 0)
if count >= tonumber(ARGV[1]) then return math.max(1, math.ceil(redis.call('PTTL', KEYS[1]) / 1000)) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0
