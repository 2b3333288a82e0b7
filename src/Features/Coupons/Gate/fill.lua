-- Adds a page of those who have one; with the last page all are known.
-- KEYS  who has one, who is claiming, who fills
-- ARGV  token of this filling, its life in ms, when it began (Unix ms), life of the key in ms, how many were read so far, the stock or '' where
--       more pages follow, then accounts
-- Answers 1, or 0 where it has to be begun anew.
local token, patience, began, life, read, stock = unpack(ARGV, 1, 6)
if redis.call('GET', KEYS[3]) ~= token then return 0 end
for i = 7, #ARGV do
    redis.call('HSETNX', KEYS[1], ARGV[i], '')
    -- Their claim has come to something, whether or not it has said so yet: else they would count twice.
    redis.call('ZREM', KEYS[2], ARGV[i])
end

redis.call('PEXPIRE', KEYS[1], life)
if stock == '' then
    redis.call('PEXPIRE', KEYS[3], patience)
    return 1
end

redis.call('DEL', KEYS[3])
-- Some of it may have been lost again on the way.
if redis.call('HLEN', KEYS[1]) < tonumber(read) then return 0 end
-- Who had their time before the reading began was read, or has none; whoever comes late with one says so.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', began * 1000))
redis.call('HSET', KEYS[1], 'stock', stock)
redis.call('PEXPIRE', KEYS[1], life)
return 1
