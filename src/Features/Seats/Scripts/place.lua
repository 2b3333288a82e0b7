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

local deadline = now + life
local free = deadline + grace
redis.call('HSET', KEYS[1], 'account', account, 'began', now, 'deadline', deadline, 'free', free, 'seats', seats)
redis.call('PEXPIREAT', KEYS[1], free)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
redis.call('ZADD', KEYS[3], deadline, name(first) .. ':' .. account)
for i = first, #KEYS do
    redis.call('ZADD', KEYS[i], free, number(i))
    redis.call('PEXPIRE', KEYS[i], keep)
    redis.call('ZADD', KEYS[2], deadline, name(i))
end
for i = 2, 3 do
    if redis.call('PTTL', KEYS[i]) < life + grace then redis.call('PEXPIREAT', KEYS[i], free) end
end

local held = {'held', deadline}
for _, seat in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do held[#held + 1] = seat end
return held
