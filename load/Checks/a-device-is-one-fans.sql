-- No device is there twice, so that each is one fan's.
-- The unique key of devices says so already. Tokens are nobody's business here: it names rows.
SELECT MIN(id) AS first_device, MAX(id) AS last_device, COUNT(*) AS times
FROM devices
GROUP BY token
HAVING COUNT(*) > 1
ORDER BY MIN(id)
