-- Replaces the published rankings, unless they were counted under a later lease.
-- KEYS  the rankings
-- ARGV  fencing token of the lease, life in ms, then of each ranking and window its field and its body
-- Returns 1, or 0 if later rankings are already published.
local known = redis.call('HGET', KEYS[1], 'token')
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1])
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
