-- Writes the state of seats read from the primary: sold, blocked or free. Held seats stay held unless they are blocked. If a seat of
-- a grade was freed since the read, the read may be stale: nothing is written, and the primary has to be read again.
-- KEYS  the grade's seats for each seat
-- ARGV  SOLD, BLOCKED, then for each seat its number, its state, and the release count of its grade before the read
-- Returns 1, or 0 if the primary has to be read again.
local marks = { sold = ARGV[1], blocked = ARGV[2] }
local scores = {}
for i = 1, #KEYS do
    scores[i] = redis.call('ZMSCORE', KEYS[i], '-1', '-2', ARGV[3 * i])
    if (scores[i][1] or '0') ~= ARGV[3 * i + 2] then return 0 end
end
for i = 1, #KEYS do
    local number, becomes = ARGV[3 * i], marks[ARGV[3 * i + 1]]
    local _, streamed, score = unpack(scores[i])
    local marked = score == ARGV[1] or score == ARGV[2]
    if becomes and (not score or marked or becomes == ARGV[2] or tonumber(score) <= now) then
        if score ~= becomes then mark(KEYS[i], streamed, {number}, becomes) end
    elseif not becomes and marked then
        clear(KEYS[i], streamed, {number})
        redis.call('ZINCRBY', KEYS[i], 1, '-1')
    end
end
return 1
