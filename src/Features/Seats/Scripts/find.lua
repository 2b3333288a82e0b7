-- Reads the holds of an account whose seats are not available again yet.
-- KEYS  the account's holds
-- Returns {time, the account's holds...}.
local found = {now}
for _, hold in ipairs(readHolds(redis.call('GET', KEYS[1]))) do found[#found + 1] = lineOf(hold) end
return found
