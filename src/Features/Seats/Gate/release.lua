-- Ends a hold. Only its owner's, and only the seats that are still this hold's.
-- KEYS  hold, the account's seats, then one grade's seats for each seat
-- ARGV  account, what the seats become (SOLD, or '' for free), then name and number of each seat
-- Answers 1, or 0 where the account has no such hold. Seats become SOLD in any case: they are paid for.
local account, becomes = ARGV[1], ARGV[2]
local mine = redis.call('HGET', KEYS[1], 'account') == account
local free = mine and redis.call('HGET', KEYS[1], 'free')
for i = 3, #KEYS do
    local name, number = ARGV[2 * i - 3], ARGV[2 * i - 2]
    if becomes ~= '' then
        redis.call('ZADD', KEYS[i], becomes, number)
    elseif mine and redis.call('ZSCORE', KEYS[i], number) == free then
        redis.call('ZREM', KEYS[i], number)
    end
    if mine then redis.call('ZREM', KEYS[2], name) end
end
if not mine then return 0 end
redis.call('DEL', KEYS[1])
return 1
