-- Holds all given seats for an account, or none.
-- KEYS  the account's holds, then each grade's seats
-- ARGV  life and grace in ms, account, id of the hold, its seats as text, SOLD, BLOCKED, life of a grade's seats in ms, 'anyway' or '', then
--       the seats of each grade
-- Returns {'held', the hold, the account's other live holds...}, {'taken', index of the seat, reason, ...} or {'incomplete', index of the grade, ...}.
local life, grace, account, id, seats, SOLD, BLOCKED, keep, anyway = unpack(ARGV, 1, 9)
local grades = gradesFrom(10)
local incomplete, taken, index = {'incomplete'}, {'taken'}, 0
for i, grade in ipairs(grades) do
    if anyway == '' and not grade.scores[1] then incomplete[#incomplete + 1] = i - 1 end
    for at = 3, #grade.scores do
        local score = grade.scores[at]
        if score and tonumber(score) > now then
            taken[#taken + 1] = index
            taken[#taken + 1] = score == SOLD and 'sold' or score == BLOCKED and 'blocked' or 'held'
        end
        index = index + 1
    end
end
if #incomplete > 1 then return incomplete end
if #taken > 1 then return taken end
return hold(grades, id, life, grace, account, seats, keep)
