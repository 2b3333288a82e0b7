-- Adds what was read from the primary and marks the grade complete, unless a seat was freed meanwhile.
-- KEYS  the grade's seats, its rebuild
-- ARGV  token of this rebuild, life of the key in ms, SOLD, BLOCKED, how many numbers are sold, sold numbers, blocked numbers
-- Answers 1, or 0 where the primary has to be read again.
local token, life, SOLD, BLOCKED, sold = unpack(ARGV, 1, 5)
if redis.call('GET', KEYS[2]) ~= token then return 0 end
for i = 6, #ARGV do
    redis.call('ZADD', KEYS[1], i - 5 <= tonumber(sold) and SOLD or BLOCKED, ARGV[i])
end
redis.call('ZADD', KEYS[1], 0, '0')
redis.call('PEXPIRE', KEYS[1], life)
redis.call('DEL', KEYS[2])
return 1
