-- Counts a sign-in as failed before its password is checked, unless so many have failed that it has to wait: of those who come at once none slips by.
-- KEYS  failures in a row of the account from the address, of the account, of the address; and of the account from the address over a long time
-- ARGV  for each of the first three how many may be and for how many seconds they count, the fourth as the second; 'familiar' where the account has signed in from there before; 'look' to count nothing
-- Answers after how many seconds to come back, 0 where it may go on.
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
