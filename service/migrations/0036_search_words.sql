-- What finds a part of a text by index, and a merchant's alone. Both are trusted: whoever owns the database may add them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
