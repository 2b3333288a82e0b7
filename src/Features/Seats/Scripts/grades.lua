-- Precedes the scripts that change a hold: reads its seats from the arguments, which list the number of seats of each grade and then their
-- numbers. The keys of the grades begin with the second.
-- Returns for each grade its key, the numbers, and the scores of '0', '-2' and the numbers.
local function gradesFrom(at)
    local grades = {}
    for i = 2, #KEYS do
        local numbers = {unpack(ARGV, at + 1, at + ARGV[at])}
        grades[#grades + 1] = {key = KEYS[i], numbers = numbers, scores = redis.call('ZMSCORE', KEYS[i], '0', '-2', unpack(numbers))}
        at = at + 1 + #numbers
    end
    return grades
end

