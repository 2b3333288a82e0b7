-- What of a sorted set is held now: the numbers of a grade's seats, or the seats of an account; by deadline.
-- KEYS  the grade's seats, or the account's
-- ARGV  SOLD
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '(' .. ARGV[1])
