-- Takes a sign-in back that was counted as failed and wasn't: no row of failures is left of the account, and the address has one fewer.
-- KEYS  as for try
redis.call('DEL', KEYS[1], KEYS[2])
if tonumber(redis.call('GET', KEYS[3]) or 0) > 0 then redis.call('DECR', KEYS[3]) end
return 0
