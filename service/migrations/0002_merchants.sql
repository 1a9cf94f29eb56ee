-- A merchant belongs to the channel whose credential made it, or to none when the operator made it directly.

create table merchants (
  id uuid primary key,
  channel_id uuid references channels (id),
  business_name text not null,
  email text not null,
  email_folded text not null,
  country_code text not null,
  payment_provider text not null default 'ppcp',
  payment_hold boolean not null default false,
  platform_fee_percent_millionths integer not null default 0,
  platform_fee_fixed_minor_units integer not null default 0,
  brand_color text,
  logo_url text,
  pay_later jsonb,
  created_at timestamptz not null,
  constraint merchant_email_is_unique unique (email_folded),
  constraint payment_provider_is_known check (payment_provider in ('ppcp', 'gravy', 'nmi')),
  constraint platform_fee_percent_is_a_percentage check (platform_fee_percent_millionths between 0 and 1000000),
  constraint platform_fee_fixed_is_not_negative check (platform_fee_fixed_minor_units >= 0)
);

-- The channel's list, newest first; UUIDv7 ids sort by creation.
create index merchants_by_channel on merchants (channel_id, id desc);
