-- Returns the members of a sorted set that are held now, by deadline: seat numbers of a grade, or seats of an account.
-- KEYS  the grade's seats, or the account's
-- ARGV  SOLD
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '(' .. ARGV[1])
