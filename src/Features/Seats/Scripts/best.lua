-- Holds adjacent seats of one row for an account. The best rows come first; rows that are equally good are tried from a given block on. No
-- single free seat is left beside the held ones if any row allows that; within a row the seats nearest to its middle come first.
-- KEYS  the account's holds, the grade's seats
-- ARGV  life and grace in ms, account, life of a grade's seats in ms, 'anyway' or '', grade, price, hold, number of seats, index of the
--       block to begin with, then first number, rows and seats per row of each block
-- Returns {'held', the hold, the account's other live holds...}, {'scattered', numbers of free seats...} or {'incomplete'}.
local life, grace, account, keep, anyway, grade, price, id, count, begin = unpack(ARGV, 1, 10)
count = tonumber(count)
local known = redis.call('ZMSCORE', KEYS[2], '0', '-2')
if anyway == '' and not known[1] then return {'incomplete'} end

local blocks, rows = {}, 0
for i = 11, #ARGV, 3 do
    blocks[#blocks + 1] = {first = tonumber(ARGV[i]), rows = tonumber(ARGV[i + 1]), seats = tonumber(ARGV[i + 2])}
    rows = math.max(rows, blocks[#blocks].rows)
end

-- Whether a window is better than another: it leaves no single seat, then it takes no more groups of this size from the run than itself,
-- then it is nearer to the middle of the row.
local function isBetter(window, other)
    if not other or window.clean ~= other.clean then return not other or window.clean end
    if window.packs ~= other.packs then return window.packs end
    return window.far < other.far
end

-- The best window in a row; nil if there is none. Free seats are collected in `scattered`, for an answer without a window.
local scattered = {}
local function search(first, seats)
    local numbers = {}
    for i = 0, seats - 1 do numbers[#numbers + 1] = first + i end
    local scores = redis.call('ZMSCORE', KEYS[2], unpack(numbers))
    local best, from
    for i = 1, seats + 1 do
        if i <= seats and (not scores[i] or tonumber(scores[i]) <= now) then
            from = from or i
            if #scattered < count then scattered[#scattered + 1] = numbers[i] end
        elseif from then
            for at = from, i - count do
                local left, right = at - from, i - at - count
                local window = {
                    number = numbers[at], clean = left ~= 1 and right ~= 1, packs = left % count == 0 or right % count == 0,
                    far = math.abs(at + (count - 1) / 2 - (seats + 1) / 2),
                }
                if isBetter(window, best) then best = window end
            end
            from = nil
        end
    end
    return best
end

-- The best row's window; one that leaves a single seat only where no row has another.
local function find()
    local fallback
    for row = 1, rows do
        for i = 0, #blocks - 1 do
            local block = blocks[(begin + i) % #blocks + 1]
            if row <= block.rows then
                local window = search(block.first + (row - 1) * block.seats, block.seats)
                if window and window.clean then return window.number end
                fallback = fallback or window and window.number
            end
        end
    end
    return fallback
end

local found = find()
if not found then return {'scattered', unpack(scattered)} end

local chosen, seats = {}, {}
for number = found, found + count - 1 do
    chosen[#chosen + 1] = number
    seats[#seats + 1] = grade .. ':' .. number .. ':' .. price
end
return hold({{key = KEYS[2], numbers = chosen, scores = known}}, id, life, grace, account, table.concat(seats, ' '), keep)
