-- Reads the holds of an account.
-- KEYS  the account's holds
-- Returns {time, the holds as text}; only the time if there are none.
return {now, redis.call('GET', KEYS[1]) or nil}
