-- Counts a sign-in as failed before its password is checked, unless a limit is reached. Concurrent attempts can't bypass the limit.
-- KEYS  consecutive failures of the account from the address, of the account, of the address, and of the account from the address over a longer time
-- ARGV  limit and lifetime in seconds of each of the first three, which the fourth shares with the second; 'familiar' if the account has signed in from there before; 'look' to check without counting
-- Returns the wait in seconds, or 0 if the attempt may proceed.
local pairMost, pairLife, accountMost, accountLife, addressMost, addressLife, place, mode = unpack(ARGV)
local function wait(key, most)
    if tonumber(redis.call('GET', key) or 0) < tonumber(most) then return 0 end
    return math.max(1, math.ceil(redis.call('PTTL', key) / 1000))
end

local seconds = math.max(wait(KEYS[1], pairMost), wait(KEYS[4], accountMost))
if place ~= 'familiar' then
    seconds = math.max(seconds, wait(KEYS[2], accountMost), wait(KEYS[3], addressMost))
end
if seconds > 0 or mode == 'look' then return seconds end

redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], pairLife)
redis.call('INCR', KEYS[2])
redis.call('EXPIRE', KEYS[2], accountLife)
redis.call('INCR', KEYS[4])
redis.call('EXPIRE', KEYS[4], accountLife)
if redis.call('INCR', KEYS[3]) == 1 then redis.call('EXPIRE', KEYS[3], addressLife) end
return 0
