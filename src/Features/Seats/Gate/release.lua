-- Ends a hold. Only its owner's, and only the seats that are still this hold's.
-- KEYS  hold, the account's seats, the game's lapsing holds, then one grade's seats for each seat
-- ARGV  account, what the seats become (SOLD, or '' for free), then name and number of each seat
-- Answers 1, or 0 where the account has no such hold.
local account, becomes = ARGV[1], ARGV[2]
local hold = redis.call('HMGET', KEYS[1], 'account', 'free')
if hold[1] ~= account then return 0 end
for i = 4, #KEYS do
    local name, number = ARGV[2 * i - 5], ARGV[2 * i - 4]
    if redis.call('ZSCORE', KEYS[i], number) == hold[2] then
        if becomes ~= '' then redis.call('ZADD', KEYS[i], becomes, number) else redis.call('ZREM', KEYS[i], number) end
    end
    redis.call('ZREM', KEYS[2], name)
end
redis.call('ZREM', KEYS[3], ARGV[3] .. ':' .. account)
redis.call('DEL', KEYS[1])
return 1
