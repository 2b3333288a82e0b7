-- Extends the deadline of a hold, if all its seats still belong to it.
-- KEYS  hold, the account's seats, the game's lapsing holds, then the grade's seats for each seat
-- ARGV  life, grace and longest life in ms, account, then name and number of each seat
-- Returns {'renewed', deadline}, {'expired'} or {'limit'}.
local life, grace, longest, account = unpack(ARGV, 1, 4)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local hold = redis.call('HMGET', KEYS[1], 'account', 'began', 'deadline', 'free')
if hold[1] ~= account or tonumber(hold[3]) <= now then return {'expired'} end
for i = 4, #KEYS do
    if redis.call('ZSCORE', KEYS[i], ARGV[2 * i - 2]) ~= hold[4] then return {'expired'} end
end

-- Two renewals may run within one millisecond, and the clock may be set back: neither may shorten a hold.
local last = hold[2] + longest
if tonumber(hold[3]) >= last then return {'limit'} end
local deadline = math.max(tonumber(hold[3]), math.min(now + life, last))
local free = deadline + grace
redis.call('HSET', KEYS[1], 'deadline', deadline, 'free', free)
redis.call('PEXPIREAT', KEYS[1], free)
for i = 4, #KEYS do
    mark(KEYS[i], ARGV[2 * i - 2], free)
    redis.call('ZADD', KEYS[2], deadline, ARGV[2 * i - 3])
end
redis.call('ZADD', KEYS[3], deadline, ARGV[5] .. ':' .. account)
for i = 2, 3 do
    if redis.call('PTTL', KEYS[i]) < deadline + grace - now then redis.call('PEXPIREAT', KEYS[i], free) end
end
return {'renewed', deadline}
