-- Adds a page of coupon owners; the last page completes them.
-- KEYS  coupon owners, pending claims, fill lock
-- ARGV  token of this fill, its life in ms, its start time (Unix ms), life of the key in ms, number of owners read so far, the stock or '' if
--       more pages follow, then accounts
-- Returns 1, or 0 if the fill has to start again.
local token, patience, began, life, read, stock = unpack(ARGV, 1, 6)
if redis.call('GET', KEYS[3]) ~= token then return 0 end
for i = 7, #ARGV do
    redis.call('HSETNX', KEYS[1], ARGV[i], '')
    -- The claim has succeeded, whether or not its process has reported it: the account must not count twice.
    redis.call('ZREM', KEYS[2], ARGV[i])
end

redis.call('PEXPIRE', KEYS[1], life)
if stock == '' then
    redis.call('PEXPIRE', KEYS[3], patience)
    return 1
end

-- Redis may have lost some owners during the fill.
if redis.call('HLEN', KEYS[1]) < tonumber(read) then return 0 end
-- A claim that expired before the fill started was read as an owner, or failed; a late success reports itself.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', began * 1000))
redis.call('HSET', KEYS[1], 'stock', stock)
redis.call('PEXPIRE', KEYS[1], life)
return 1
