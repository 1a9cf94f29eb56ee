-- What whoever waits for the call that saves an instrument reads as its first caller did.
alter table vault_setups add column refusal text;
