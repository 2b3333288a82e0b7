-- A new name for ranking_turns. The view keeps the old name for processes of the previous release until a rolling upgrade is complete; the empty table is
-- there only because a view needs one to refer to, and all three are renamed in one step.
CREATE TABLE ranking_leases LIKE ranking_turns;
CREATE SQL SECURITY INVOKER VIEW ranking_turns_view AS SELECT name, token, held_until, due_at FROM ranking_leases;
RENAME TABLE ranking_leases TO ranking_leases_empty, ranking_turns TO ranking_leases, ranking_turns_view TO ranking_turns;
DROP TABLE ranking_leases_empty;
