-- Lets go of what was kept for a fan.
-- KEYS  who has one, who is claiming, who fills
-- ARGV  account, 'doubt' where somebody who has one is missing here, else ''
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[2] ~= '' then redis.call('HDEL', KEYS[1], 'stock') end
return 1
