-- Frees sold or blocked seats and increments the grade's release count, which invalidates concurrent reads of the grade.
-- KEYS  the buyer's holds, then the grade's seats for each seat
-- ARGV  SOLD, BLOCKED, buyer, the hold the seats were sold from, then the number of each seat
local SOLD, BLOCKED, account, id = unpack(ARGV, 1, 4)
local sold, holds, index = findHold(id)
for i = 2, #KEYS do
    local number = ARGV[i + 3]
    local streamed, score = unpack(redis.call('ZMSCORE', KEYS[i], '-2', number))
    -- The seat is still held if the sale was never written to Redis; deleting the hold below prevents a late write.
    if score and (score == SOLD or score == BLOCKED or sold and score == sold.free) then clear(KEYS[i], streamed, {number}) end
    -- A lost count restarts at a value never used before: a time too long past to be the deadline of a hold.
    redis.call('ZADD', KEYS[i], 'NX', now - PAST, '-1')
    redis.call('ZINCRBY', KEYS[i], 1, '-1')
end
if sold then
    for i = 2, #KEYS do redis.call('ZREM', KEYS[i], namesOf(id, account)) end
    table.remove(holds, index)
    writeHolds(holds)
end
return 1
