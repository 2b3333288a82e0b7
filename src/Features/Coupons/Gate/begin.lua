-- Starts a fill, unless the owners are complete or another fill is running.
-- KEYS  coupon owners, pending claims, fill lock
-- ARGV  token of this fill, its life in ms
-- Returns the start time (Unix ms), or 0.
if redis.call('HEXISTS', KEYS[1], 'stock') == 1 then return 0 end
if not redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local clock = redis.call('TIME')
return clock[1] * 1000 + math.floor(clock[2] / 1000)
