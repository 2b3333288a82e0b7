-- Remembers what an account wrote last.
-- KEYS  the account's last write
-- ARGV  its place in the primary's history, its order among places, life in ms
local known = redis.call('HGET', KEYS[1], 'order')
-- Two acts may come here in another order than they committed in.
if not known or tonumber(ARGV[2]) > tonumber(known) then redis.call('HSET', KEYS[1], 'place', ARGV[1], 'order', ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
