-- Counts a request, unless there were so many.
-- KEYS  requests of an address
-- ARGV  how many may be and for how many seconds they count
-- Answers after how many seconds to come back, 0 where it may go on.
local count = tonumber(redis.call('GET', KEYS[1]) or 0)
if count >= tonumber(ARGV[1]) then return math.max(1, math.ceil(redis.call('PTTL', KEYS[1]) / 1000)) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0
