-- Whether a hold of any account is live.
-- KEYS  the seats of each grade of the game
-- ARGV  id of the hold
-- Returns 1 or 0.
local name = namesOf(ARGV[1], '')
for _, grade in ipairs(KEYS) do
    local deadline = redis.call('ZSCORE', grade, name)
    if deadline and deadline + PAST > now then return 1 end
end
return 0
