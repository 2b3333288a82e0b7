-- Invalidates the responses of a tag, and publishes the invalidation.
-- KEYS  the tag's evictions
-- ARGV  place of the change in the primary's history, its order among places, life in ms, channel, message
local clock = redis.call('TIME')
local count = clock[1] * 1000 + math.floor(clock[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'count', 'order')
-- A count that Redis lost must not come to one that was used before.
if known[1] and tonumber(known[1]) >= count then count = known[1] + 1 end
redis.call('HSET', KEYS[1], 'count', string.format('%.0f', count))
-- Two writers may come here in another order than they committed in.
if not known[2] or tonumber(ARGV[2]) > tonumber(known[2]) then redis.call('HSET', KEYS[1], 'place', ARGV[1], 'order', ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1
