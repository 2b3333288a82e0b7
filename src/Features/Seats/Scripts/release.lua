-- Ends a hold of the given account. Changes only seats that still belong to this hold.
-- KEYS  the account's holds, then each grade's seats
-- ARGV  account, id of the hold, what the seats become (SOLD, or '' for free), then the seats of each grade
-- Returns 1, or 0 if the account has no such hold.
local account, id, becomes = unpack(ARGV, 1, 3)
local ended, holds, index = findHold(id)
if not ended then return 0 end
for _, grade in ipairs(gradesFrom(4)) do
    local own = {}
    for i, number in ipairs(grade.numbers) do
        if grade.scores[i + 2] == ended.free then own[#own + 1] = number end
    end
    if #own > 0 and becomes ~= '' then mark(grade.key, grade.scores[2], own, becomes) end
    if #own > 0 and becomes == '' then clear(grade.key, grade.scores[2], own) end
end
redis.call('ZREM', KEYS[2], namesOf(id, account))
table.remove(holds, index)
writeHolds(holds)
return 1
