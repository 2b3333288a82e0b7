-- Holds all given seats for an account, or none.
-- KEYS  hold, the account's seats, the game's lapsing holds, then the grade's seats for each seat
-- ARGV  life and grace in ms, account, seats as JSON, SOLD, BLOCKED, life of a grade's seats in ms, 'anyway' or '', then
--       name and number of each seat
-- Returns {'held', deadline, the account's seats...}, {'taken', index, reason, ...} or {'incomplete', index, ...}.
local life, grace, account, seats, SOLD, BLOCKED, keep, anyway = unpack(ARGV, 1, 8)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local first = 4
local function number(i) return ARGV[2 * i + 2] end
local function name(i) return ARGV[2 * i + 1] end

local incomplete, taken = {'incomplete'}, {'taken'}
for i = first, #KEYS do
    if anyway == '' and not redis.call('ZSCORE', KEYS[i], '0') then incomplete[#incomplete + 1] = i - first end
    local score = redis.call('ZSCORE', KEYS[i], number(i))
    if score and tonumber(score) > now then
        taken[#taken + 1] = i - first
        taken[#taken + 1] = score == SOLD and 'sold' or score == BLOCKED and 'blocked' or 'held'
    end
end
if #incomplete > 1 then return incomplete end
if #taken > 1 then return taken end

local chosen = {}
for i = first, #KEYS do chosen[#chosen + 1] = {KEYS[i], number(i), name(i)} end
return hold(chosen, now, life, grace, account, seats, keep)
