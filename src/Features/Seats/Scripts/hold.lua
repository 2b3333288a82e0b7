-- Precedes the scripts that place holds: writes a hold of seats that are free.
-- KEYS    the account's holds
-- grades  as gradesFrom returns them
-- Returns {'held', the hold, the account's other live holds...}.
local function hold(grades, id, life, grace, account, seats, keep)
    local deadline = now + life
    local free = deadline + grace
    local made = {id = id, began = now, deadline = deadline, free = free, seats = seats}
    local held = {'held', lineOf(made)}
    -- Most accounts have no other hold: then one command has both read and written.
    local others = redis.call('SET', KEYS[1], held[2], 'PXAT', free, 'GET')
    if others then
        local holds = readHolds(others)
        for _, other in ipairs(holds) do
            if tonumber(other.deadline) > now then held[#held + 1] = lineOf(other) end
        end
        holds[#holds + 1] = made
        writeHolds(holds)
    end

    -- The score of member 0 is the hour in which the key's life was last extended: once an hour is enough for a life of days.
    local hour = math.floor(now / 3600000)
    for i, grade in ipairs(grades) do
        if i == 1 then
            mark(grade.key, grade.scores[2], grade.numbers, free, listed(id, account, deadline))
        else
            mark(grade.key, grade.scores[2], grade.numbers, free)
        end
        local complete = grade.scores[1]
        if not complete or tonumber(complete) ~= hour then
            if complete then redis.call('ZADD', grade.key, hour, '0') end
            redis.call('PEXPIRE', grade.key, keep)
        end
    end
    return held
end

