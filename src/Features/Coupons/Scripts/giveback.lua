-- Removes an account's pending claim.
-- KEYS  coupon owners, pending claims, fill lock
-- ARGV  account, 'doubt' if an owner is missing in Redis, else ''
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[2] ~= '' then redis.call('HDEL', KEYS[1], 'stock') end
return 1
