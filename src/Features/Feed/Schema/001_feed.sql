-- A fan's post. Lists are read in order of posted_at and, where times are equal, of id: that is what the indexes end with. Ids ascend with time, so
-- rows that are read together lie together. likes and comments count the rows of their tables; whoever writes one of those changes the count in the
-- same transaction, and first, so that the post's row is locked before its rows. An id of 0 is how a statement says that the one before it found too
-- little (WritePost.cs): the first check stops it there. Three of the indexes are for what fans did from one moment until another: newest, and both by_time.
CREATE TABLE posts (
    id         BIGINT        NOT NULL PRIMARY KEY,
    account_id BIGINT        NOT NULL,
    text       VARCHAR(2000) NOT NULL,
    likes      INT           NOT NULL DEFAULT 0,
    comments   INT           NOT NULL DEFAULT 0,
    posted_at  DATETIME(6)   NOT NULL,
    edited_at  DATETIME(6)   NULL,
    INDEX newest (posted_at, id, account_id),
    INDEX newest_of_account (account_id, posted_at, id),
    CONSTRAINT a_post_has_an_id CHECK (id > 0),
    CONSTRAINT nothing_is_counted_below_nought CHECK (likes >= 0 AND comments >= 0)
) ENGINE = InnoDB;

-- What a post is about, by a word. Compared byte by byte: the words are made alike before they come here. posted_at is the post's, which never
-- changes; it stands here so that a tag's posts are read in order from one index.
CREATE TABLE post_tags (
    post_id   BIGINT      NOT NULL,
    tag       VARCHAR(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    posted_at DATETIME(6) NOT NULL,
    PRIMARY KEY (post_id, tag),
    INDEX newest_of_tag (tag, posted_at, post_id),
    FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- Which teams a post is about; likewise.
CREATE TABLE post_teams (
    post_id   BIGINT      NOT NULL,
    team_id   BIGINT      NOT NULL,
    posted_at DATETIME(6) NOT NULL,
    PRIMARY KEY (post_id, team_id),
    INDEX newest_of_team (team_id, posted_at, post_id),
    FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- Who likes a post. The primary key is the rule: a fan likes a post once.
CREATE TABLE post_likes (
    post_id    BIGINT      NOT NULL,
    account_id BIGINT      NOT NULL,
    liked_at   DATETIME(6) NOT NULL,
    PRIMARY KEY (post_id, account_id),
    INDEX by_time (liked_at, account_id, post_id),
    FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- What fans say to a post.
CREATE TABLE post_comments (
    id           BIGINT       NOT NULL PRIMARY KEY,
    post_id      BIGINT       NOT NULL,
    account_id   BIGINT       NOT NULL,
    text         VARCHAR(500) NOT NULL,
    commented_at DATETIME(6)  NOT NULL,
    INDEX newest_of_post (post_id, commented_at, id),
    INDEX by_time (commented_at, account_id, post_id),
    FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- A picture, whose bytes lie in the store. The row comes before the bytes and goes after them, so the store holds nothing that no row tells of.
-- stored_at says that the bytes are there, collected_at that they are about to go; a picture belongs to one post at most. Those that belong to none
-- for too long are collected (CollectPictures.cs).
CREATE TABLE pictures (
    id           BIGINT      NOT NULL PRIMARY KEY,
    account_id   BIGINT      NOT NULL,
    kind         VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    size         INT         NOT NULL,
    post_id      BIGINT      NULL,
    place        INT         NOT NULL DEFAULT 0,
    begun_at     DATETIME(6) NOT NULL,
    stored_at    DATETIME(6) NULL,
    collected_at DATETIME(6) NULL,
    INDEX of_post (post_id, begun_at, id),
    CONSTRAINT a_picture_is_of_a_kind CHECK (kind IN ('png', 'jpeg', 'gif')),
    CONSTRAINT a_picture_has_bytes CHECK (size > 0),
    CONSTRAINT a_post_shows_what_is_there CHECK (post_id IS NULL OR (stored_at IS NOT NULL AND collected_at IS NULL))
) ENGINE = InnoDB;

-- How many others a fan follows. The check is the rule: so many that a page of what they write stays one bounded question.
CREATE TABLE feed_readers (
    account_id BIGINT NOT NULL PRIMARY KEY,
    followings INT    NOT NULL,
    CONSTRAINT nobody_follows_too_many CHECK (followings BETWEEN 0 AND 100)
) ENGINE = InnoDB;

-- Whom a fan follows: other fans, and teams. The primary key is the rule: once each.
CREATE TABLE followings (
    account_id  BIGINT      NOT NULL,
    kind        VARCHAR(4)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    followed_id BIGINT      NOT NULL,
    followed_at DATETIME(6) NOT NULL,
    PRIMARY KEY (account_id, kind, followed_id),
    FOREIGN KEY (account_id) REFERENCES feed_readers (account_id),
    CONSTRAINT fans_and_teams_are_followed CHECK (kind IN ('fan', 'team'))
) ENGINE = InnoDB;
