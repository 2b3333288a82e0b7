-- Precedes the scripts that place holds: writes a hold of seats that are free.
-- KEYS    hold, the account's seats, the game's lapsing holds
-- chosen  {key of the grade, number, name} of each seat
-- Returns {'held', deadline, the account's seats...}.
local function hold(chosen, now, life, grace, account, seats, keep)
    local deadline = now + life
    local free = deadline + grace
    redis.call('HSET', KEYS[1], 'account', account, 'began', now, 'deadline', deadline, 'free', free, 'seats', seats)
    redis.call('PEXPIREAT', KEYS[1], free)
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
    redis.call('ZADD', KEYS[3], deadline, chosen[1][3] .. ':' .. account)
    for _, seat in ipairs(chosen) do
        mark(seat[1], seat[2], free)
        redis.call('PEXPIRE', seat[1], keep)
        redis.call('ZADD', KEYS[2], deadline, seat[3])
    end
    for i = 2, 3 do
        if redis.call('PTTL', KEYS[i]) < life + grace then redis.call('PEXPIREAT', KEYS[i], free) end
    end

    local held = {'held', deadline}
    for _, seat in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do held[#held + 1] = seat end
    return held
end

