-- What a fan says on the talk board, of a team or of none, with how many like it and how many comments it has. Whoever changes either count locks the post
-- first, and writes the like or the comment afterwards: so all wait for each other at the post and nowhere else, and the shared lock for a
-- foreign key never waits for somebody else's exclusive one. Lists are read by id, which needs no index of its own. The others are for the
-- list of a team, and for what fans did from one moment until another. Ids below the first are for seeded posts.
CREATE TABLE talk_posts (
    id         BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id BIGINT        NOT NULL,
    team_id    BIGINT        NULL,
    title      VARCHAR(100)  NOT NULL,
    body       VARCHAR(4000) NOT NULL,
    likes      INT           NOT NULL DEFAULT 0,
    comments   INT           NOT NULL DEFAULT 0,
    written_at DATETIME(6)   NOT NULL,
    edited_at  DATETIME(6)   NULL,
    INDEX of_team (team_id, id),
    INDEX by_time (written_at, account_id, team_id),
    CONSTRAINT nobody_likes_a_post_less_than_not_at_all CHECK (likes >= 0),
    CONSTRAINT no_post_has_fewer_comments_than_none CHECK (comments >= 0)
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;

-- What others say to it. It goes with its post.
CREATE TABLE talk_comments (
    id         BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    post_id    BIGINT        NOT NULL,
    account_id BIGINT        NOT NULL,
    body       VARCHAR(1000) NOT NULL,
    written_at DATETIME(6)   NOT NULL,
    INDEX of_post (post_id, id),
    INDEX by_time (written_at, account_id, post_id),
    FOREIGN KEY (post_id) REFERENCES talk_posts (id) ON DELETE CASCADE
) ENGINE = InnoDB AUTO_INCREMENT = 10000000;

-- Who likes it. The primary key is the rule: once a fan. It goes with its post.
CREATE TABLE talk_likes (
    post_id    BIGINT      NOT NULL,
    account_id BIGINT      NOT NULL,
    liked_at   DATETIME(6) NOT NULL,
    PRIMARY KEY (post_id, account_id),
    INDEX by_time (liked_at, account_id, post_id),
    FOREIGN KEY (post_id) REFERENCES talk_posts (id) ON DELETE CASCADE
) ENGINE = InnoDB;
