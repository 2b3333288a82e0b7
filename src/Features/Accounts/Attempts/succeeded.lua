-- Takes a sign-in back that was counted as failed and wasn't: no row of failures is left of the account, and the address has one fewer.
-- KEYS  as for try
-- ARGV  whether it was counted: 1 or 0
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4])
if ARGV[1] == '1' and tonumber(redis.call('GET', KEYS[3]) or 0) > 0 then redis.call('DECR', KEYS[3]) end
return 0
