-- Takes note that a fan has one, also while the others aren't known: whoever fills adds to it.
-- KEYS  who has one, who is claiming, who fills
-- ARGV  account, mark of their key or '', life of the key in ms
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call(ARGV[2] == '' and 'HSETNX' or 'HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
