-- Begins to fill, unless all are known by now, or somebody fills already.
-- KEYS  who has one, who is claiming, who fills
-- ARGV  token of this filling, its life in ms
-- Answers when it began (Unix ms), or 0.
if redis.call('HEXISTS', KEYS[1], 'stock') == 1 then return 0 end
if not redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local clock = redis.call('TIME')
return clock[1] * 1000 + math.floor(clock[2] / 1000)
