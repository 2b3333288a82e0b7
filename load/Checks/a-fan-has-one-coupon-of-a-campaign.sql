-- No fan has two coupons of one campaign.
-- The unique key of coupons enforces this; the check finds violations even if the key was dropped.
SELECT campaign_id, account_id, COUNT(*) AS times, MIN(id) AS first_coupon, MAX(id) AS last_coupon
FROM coupons
GROUP BY campaign_id, account_id
HAVING COUNT(*) > 1
ORDER BY campaign_id, account_id
