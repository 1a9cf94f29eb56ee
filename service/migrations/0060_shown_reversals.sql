-- What the provider's search calls a reversal, which its notice may name otherwise: each that is shown there is another one, be
-- they of one amount.
alter table refunds add column shown_id text;
