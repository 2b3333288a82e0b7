-- Frees seats that were sold or blocked, and counts that it did: what somebody read of the grade before is out of date.
-- KEYS  the hold the seats were sold from, then one grade's seats for each seat
-- ARGV  SOLD, BLOCKED, then the number of each seat
local SOLD, BLOCKED = ARGV[1], ARGV[2]
local clock = redis.call('TIME')
-- A count that Redis lost begins where no count has been: at a time, so long past that it is nobody's hold.
local beginning = clock[1] * 1000 - 1000000000
local hold = redis.call('HGET', KEYS[1], 'free')
for i = 2, #KEYS do
    local score = redis.call('ZSCORE', KEYS[i], ARGV[i + 1])
    -- Still held where the sale hasn't been written down here; with its hold gone it no longer will be.
    if score and (score == SOLD or score == BLOCKED or score == hold) then redis.call('ZREM', KEYS[i], ARGV[i + 1]) end
    redis.call('ZADD', KEYS[i], 'NX', beginning, '-1')
    redis.call('ZINCRBY', KEYS[i], 1, '-1')
end
redis.call('DEL', KEYS[1])
return 1
