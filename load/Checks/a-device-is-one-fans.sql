-- No device is registered twice.
-- The unique key of devices enforces this. Violations name ids, not tokens.
SELECT MIN(id) AS first_device, MAX(id) AS last_device, COUNT(*) AS times
FROM devices
GROUP BY token
HAVING COUNT(*) > 1
ORDER BY MIN(id)
