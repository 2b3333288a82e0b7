-- Returns Redis's time (Unix ms), by which claims expire.
-- KEYS  coupon owners, pending claims, fill lock
local clock = redis.call('TIME')
return clock[1] * 1000 + math.floor(clock[2] / 1000)
