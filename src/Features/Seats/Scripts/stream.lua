-- Asks for the changes of a grade to be published, for some time.
-- KEYS  the grade's seats
-- ARGV  that time, and life of a grade's seats, in ms
redis.call('ZADD', KEYS[1], 'GT', now + ARGV[1] - PAST, '-2')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
