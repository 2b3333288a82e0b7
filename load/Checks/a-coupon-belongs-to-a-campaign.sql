-- Every coupon belongs to an existing campaign.
SELECT c.campaign_id, c.account_id, c.id AS coupon_id
FROM coupons c
LEFT JOIN coupon_campaigns m ON m.id = c.campaign_id
WHERE m.id IS NULL
ORDER BY c.campaign_id, c.account_id, c.id
