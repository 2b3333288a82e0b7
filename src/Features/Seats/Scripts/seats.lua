-- Precedes every script that changes seats of a grade: each change is published on the channel named like the grade's key, as
-- number:score; a free seat has the score 0.
local function mark(grade, number, score)
    redis.call('ZADD', grade, score, number)
    redis.call('PUBLISH', grade, number .. ':' .. score)
end
local function clear(grade, number)
    redis.call('ZREM', grade, number)
    redis.call('PUBLISH', grade, number .. ':0')
end

