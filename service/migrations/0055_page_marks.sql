-- Where a provider's next page begins, in its own terms, where the number of the page does not say it.
alter table reconciliation_days add column page_mark text;
