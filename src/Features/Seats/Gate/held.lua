-- The numbers of a grade's seats that are held now.
-- KEYS  the grade's seats
-- ARGV  SOLD
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '(' .. ARGV[1])
