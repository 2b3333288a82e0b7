-- Returns the holds that end between two times, and removes those that ended long ago from their lists.
-- KEYS  the seats of each grade of a game
-- ARGV  the times, and the time before which ended holds are removed, in ms
-- Returns {hold, account, deadline, ...}.
local from, till, before = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local lapsing = {}
for _, grade in ipairs(KEYS) do
    local listed = redis.call('ZRANGEBYSCORE', grade, '-inf', till - PAST, 'WITHSCORES')
    for i = 1, #listed, 2 do
        local deadline = listed[i + 1] + PAST
        local hold, account = string.match(listed[i], '^hold:(%d+):(%d+)$')
        if hold and deadline < before then
            redis.call('ZREM', grade, namesOf(hold, account))
        elseif hold and deadline >= from then
            lapsing[#lapsing + 1], lapsing[#lapsing + 2], lapsing[#lapsing + 3] = hold, account, deadline
        end
    end
end
return lapsing
