-- Undoes the failure counted for a sign-in that succeeded: deletes the account's counters and decrements the address's counter.
-- KEYS  as in try.lua
-- ARGV  whether the attempt was counted: 1 or 0
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4])
if ARGV[1] == '1' and tonumber(redis.call('GET', KEYS[3]) or 0) > 0 then redis.call('DECR', KEYS[3]) end
return 0
