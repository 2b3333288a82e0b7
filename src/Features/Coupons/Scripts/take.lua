-- Reserves a coupon for an account, or returns why the account won't get one.
-- KEYS  coupon owners, pending claims, fill lock
-- ARGV  account, mark of its idempotency key, time limit of a claim and life of the keys in ms, 'closed' or ''
-- Returns 'taken', 'again', 'mine', 'claimed', 'closed', 'sold-out', or 'unknown' if the primary has to be read first.
local account, mark, patience, life, closed = unpack(ARGV)
local has = redis.call('HGET', KEYS[1], account)
if has then return (has == '' or has == mark) and 'mine' or 'claimed' end

-- The score is the claim's deadline in ms, followed by three digits for the mark.
local clock = redis.call('TIME')
local now = (clock[1] * 1000 + math.floor(clock[2] / 1000)) * 1000
local claiming = tonumber(redis.call('ZSCORE', KEYS[2], account) or 0)
if claiming > 0 then
    return claiming > now and claiming % 1000 ~= tonumber(mark) and 'claimed' or 'again'
end

local stock = redis.call('HGET', KEYS[1], 'stock')
if not stock then return 'unknown' end
if closed ~= '' then return 'closed' end
-- The hash contains the owners and the field stock.
local left = stock - (redis.call('HLEN', KEYS[1]) - 1) - redis.call('ZCARD', KEYS[2])
if left <= 0 then
    if redis.call('ZCOUNT', KEYS[2], '-inf', string.format('%.0f', now)) == 0 then return 'sold-out' end
    -- A pending claim has expired without a report: only the primary knows its outcome.
    redis.call('HDEL', KEYS[1], 'stock')
    return 'unknown'
end
redis.call('ZADD', KEYS[2], string.format('%.0f', now + patience * 1000 + mark), account)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[2], life)
return 'taken'
