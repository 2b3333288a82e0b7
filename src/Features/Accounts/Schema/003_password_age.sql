-- Since when the password is what it is; NULL where it still is the one the account was made with.
ALTER TABLE accounts ADD COLUMN password_set_at DATETIME(6) NULL;
