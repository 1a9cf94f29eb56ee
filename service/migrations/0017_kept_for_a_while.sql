-- migration: concurrent
-- What providers told us keeps its place for ever, so that it is known once, and its words for a while. An erased body is
-- the null of JSON.
create index concurrently if not exists notices_with_body on notices (received_at)
  where due_at is null and body <> 'null'::jsonb;
