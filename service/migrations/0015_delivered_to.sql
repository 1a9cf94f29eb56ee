-- Where the last attempt went. An endpoint's URL may be replaced later, and its history stays what it was; null for what
-- was finished without an attempt, or before this was kept.
alter table deliveries_finished add column url text;
