-- Precedes the scripts that change the holds of an account, kept in one string: a line for each, with its id, beginning, deadline, end of the
-- grace period and seats. The key is the first. The grade of a hold's first seat lists the hold, too: by its id, for requests of other accounts,
-- and with its account, for the notice of its end.
local function namesOf(id, account) return 'hold:' .. id, 'hold:' .. id .. ':' .. account end
local function listed(id, account, deadline)
    local name, full = namesOf(id, account)
    return deadline - PAST, name, deadline - PAST, full
end
local function readHolds(text)
    local holds = {}
    for line in string.gmatch(text or '', '[^\n]+') do
        local id, began, deadline, free, seats = string.match(line, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
        if tonumber(free) > now then holds[#holds + 1] = {id = id, began = began, deadline = deadline, free = free, seats = seats} end
    end
    return holds
end
local function lineOf(hold)
    return hold.id .. ' ' .. hold.began .. ' ' .. hold.deadline .. ' ' .. hold.free .. ' ' .. hold.seats
end
local function writeHolds(holds)
    local lines, last = {}, 0
    for i, hold in ipairs(holds) do lines[i], last = lineOf(hold), math.max(last, tonumber(hold.free)) end
    if #lines == 0 then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], table.concat(lines, '\n'), 'PXAT', last) end
end
-- Returns the hold with an id, and all holds.
local function findHold(id)
    local holds = readHolds(redis.call('GET', KEYS[1]))
    for i, hold in ipairs(holds) do
        if hold.id == id then return hold, holds, i end
    end
end

