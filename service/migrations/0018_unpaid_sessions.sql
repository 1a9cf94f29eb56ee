-- How far the sessions of each quarter were looked through for those that nobody ever ordered by. A quarter is looked
-- through once, in the order of the ids: an index of what is unpaid would be paid for by every session that is.
create table session_walks (
  quarter_from timestamptz primary key,
  after_id text not null default '',
  is_done boolean not null default false
);
