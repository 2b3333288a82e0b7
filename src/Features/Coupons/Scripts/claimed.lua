-- Adds an account to the coupon owners, even while they are incomplete: a fill only adds to them.
-- KEYS  coupon owners, pending claims, fill lock
-- ARGV  account, mark of its idempotency key or '', life of the key in ms
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call(ARGV[2] == '' and 'HSETNX' or 'HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
