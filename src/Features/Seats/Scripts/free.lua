-- Frees sold or blocked seats and increments the grade's release count, which invalidates concurrent reads of the grade.
-- KEYS  the hold the seats were sold from, then the grade's seats for each seat
-- ARGV  SOLD, BLOCKED, then the number of each seat
local SOLD, BLOCKED = ARGV[1], ARGV[2]
local clock = redis.call('TIME')
-- A lost count restarts at a value never used before: a time too long past to be the deadline of a hold.
local beginning = clock[1] * 1000 - 1000000000
local hold = redis.call('HGET', KEYS[1], 'free')
for i = 2, #KEYS do
    local score = redis.call('ZSCORE', KEYS[i], ARGV[i + 1])
    -- The seat is still held if the sale was never written to Redis; deleting the hold below prevents a late write.
    if score and (score == SOLD or score == BLOCKED or score == hold) then clear(KEYS[i], ARGV[i + 1]) end
    redis.call('ZADD', KEYS[i], 'NX', beginning, '-1')
    redis.call('ZINCRBY', KEYS[i], 1, '-1')
end
redis.call('DEL', KEYS[1])
return 1
