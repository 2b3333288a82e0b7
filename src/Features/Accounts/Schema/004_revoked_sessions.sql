-- New names for ended_sessions and familiar_places; views keep the old ones as in 002_ranking_leases.sql.
CREATE TABLE revoked_sessions LIKE ended_sessions;
CREATE SQL SECURITY INVOKER VIEW ended_sessions_view AS SELECT session_id, account_id, ended_at FROM revoked_sessions;
RENAME TABLE revoked_sessions TO revoked_sessions_empty, ended_sessions TO revoked_sessions, ended_sessions_view TO ended_sessions;
DROP TABLE revoked_sessions_empty;

CREATE TABLE known_networks LIKE familiar_places;
CREATE SQL SECURITY INVOKER VIEW familiar_places_view AS SELECT account_id, place, seen_on FROM known_networks;
RENAME TABLE known_networks TO known_networks_empty, familiar_places TO known_networks, familiar_places_view TO familiar_places;
DROP TABLE known_networks_empty;
