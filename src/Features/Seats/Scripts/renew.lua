-- Extends the deadline of a hold, if all its seats still belong to it.
-- KEYS  the account's holds, then each grade's seats
-- ARGV  life, grace and longest life in ms, account, id of the hold, then the seats of each grade
-- Returns {'renewed', deadline}, {'expired'} or {'limit'}.
local life, grace, longest, account, id = unpack(ARGV, 1, 5)
local renewed, holds = findHold(id)
if not renewed or tonumber(renewed.deadline) <= now then return {'expired'} end
local grades = gradesFrom(6)
for _, grade in ipairs(grades) do
    for i = 3, #grade.numbers + 2 do
        if grade.scores[i] ~= renewed.free then return {'expired'} end
    end
end

-- Two renewals may run within one millisecond, and the clock may be set back: neither may shorten a hold.
local last = renewed.began + longest
if tonumber(renewed.deadline) >= last then return {'limit'} end
local deadline = math.max(tonumber(renewed.deadline), math.min(now + life, last))
renewed.deadline, renewed.free = deadline, deadline + grace
for _, grade in ipairs(grades) do mark(grade.key, grade.scores[2], grade.numbers, renewed.free) end
redis.call('ZADD', KEYS[2], listed(id, account, deadline))
writeHolds(holds)
return {'renewed', deadline}
