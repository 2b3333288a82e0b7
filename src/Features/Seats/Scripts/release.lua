-- Ends a hold of the given account. Changes only seats that still belong to this hold.
-- KEYS  hold, the account's seats, the game's lapsing holds, then the grade's seats for each seat
-- ARGV  account, what the seats become (SOLD, or '' for free), then name and number of each seat
-- Returns 1, or 0 if the account has no such hold.
local account, becomes = ARGV[1], ARGV[2]
local hold = redis.call('HMGET', KEYS[1], 'account', 'free')
if hold[1] ~= account then return 0 end
for i = 4, #KEYS do
    local name, number = ARGV[2 * i - 5], ARGV[2 * i - 4]
    if redis.call('ZSCORE', KEYS[i], number) == hold[2] then
        if becomes ~= '' then mark(KEYS[i], number, becomes) else clear(KEYS[i], number) end
    end
    redis.call('ZREM', KEYS[2], name)
end
redis.call('ZREM', KEYS[3], ARGV[3] .. ':' .. account)
redis.call('DEL', KEYS[1])
return 1
