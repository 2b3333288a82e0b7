-- Precedes every script that changes seats of a grade. While a replica streams the game, each change is published on the channel named like
-- the grade's key, as number:...:score, with one or more numbers; a free seat has the score 0. Member -2 of the grade says until when.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
-- Members of a grade that are no seats have scores long past, which no reader takes for the deadline of a hold.
local PAST = 1000000000
local function publish(grade, streamed, numbers, score)
    if streamed and streamed + PAST > now then redis.call('PUBLISH', grade, table.concat(numbers, ':') .. ':' .. score) end
end
local function mark(grade, streamed, numbers, score, ...)
    local members = {...}
    for _, number in ipairs(numbers) do members[#members + 1], members[#members + 2] = score, number end
    redis.call('ZADD', grade, unpack(members))
    publish(grade, streamed, numbers, score)
end
local function clear(grade, streamed, numbers)
    redis.call('ZREM', grade, unpack(numbers))
    publish(grade, streamed, numbers, 0)
end

