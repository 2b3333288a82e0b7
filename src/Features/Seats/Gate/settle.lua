-- Writes what the primary says of seats: sold, blocked or free again. A seat that is merely held stays held until it is
-- sold or blocked.
-- KEYS  for each seat its grade's seats and its grade's rebuild
-- ARGV  SOLD, BLOCKED, then number and state ('sold', 'blocked', 'free') of each seat
local scores = { sold = ARGV[1], blocked = ARGV[2] }
for i = 1, #KEYS / 2 do
    local seats, rebuild = KEYS[2 * i - 1], KEYS[2 * i]
    local number, state = ARGV[2 * i + 1], ARGV[2 * i + 2]
    if scores[state] then
        redis.call('ZADD', seats, scores[state], number)
    else
        local score = redis.call('ZSCORE', seats, number)
        if score == scores.sold or score == scores.blocked then redis.call('ZREM', seats, number) end
        -- Whoever is reading the primary for this grade may have seen the seat taken: it has to read again.
        if not redis.call('ZSCORE', seats, '0') then redis.call('DEL', rebuild) end
    end
end
return 1
