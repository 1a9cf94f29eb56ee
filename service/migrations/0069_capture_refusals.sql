-- What whoever waits for the call that captures an order reads as its first caller did.
alter table capture_attempts add column refusal text;
