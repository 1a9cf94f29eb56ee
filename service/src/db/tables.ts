// Generated from the migrated database by `npm run tables`; do not edit.
import type { ColumnType, Generated } from 'kysely';

// Sent as JSON text and read as the value.
type Json = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | undefined, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

export interface Tables {
  api_keys: {
    id: string;
    channel_id: string | null;
    merchant_id: string | null;
    name: string;
    prefix: string;
    hash: Buffer;
    status: Generated<string>;
    created_at: Date;
    revoked_at: Date | null;
  };
  audit_entries: {
    id: string;
    actor: string;
    action: string;
    subject: string;
    detail: OptionalJson;
    created_at: Date;
  };
  budget_windows: {
    subject: string;
    operation: string;
    started_at: Date;
    used: number;
  };
  capture_attempts: {
    id: string;
    transaction_id: string;
    state: string;
    failure_code: string | null;
    checks: Generated<number>;
    next_check_at: Date | null;
    created_at: Date;
    updated_at: Date;
    last_problem: string | null;
  };
  channel_terms: {
    id: string;
    channel_id: string;
    version: number;
    type: string;
    description: string;
    fee_share_basis_points: number | null;
    per_transaction_minor_units: number | null;
    per_transaction_currency: string | null;
    created_at: Date;
  };
  channels: {
    id: string;
    name: string;
    active: Generated<boolean>;
    created_at: Date;
    onboarding_return_url: string | null;
    budget_factor: Generated<number>;
  };
  checkout_sessions: {
    id: string;
    merchant_id: string;
    channel_id: string | null;
    amount_cents: number;
    currency: string;
    status: Generated<string>;
    expires_at: Date;
    external_order_id: string | null;
    description: string | null;
    buyer_email: string | null;
    success_url: string | null;
    cancel_url: string | null;
    allowed_origins: string[] | null;
    items: NullableJson;
    metadata: NullableJson;
    requires_shipping: boolean | null;
    shipping_address: NullableJson;
    shipping_amount_cents: number | null;
    created_at: Date;
    rail: string | null;
    rail_account_id: string | null;
  };
  clock_offset: {
    only_row: Generated<boolean>;
    offset_seconds: number;
  };
  dashboard_invitations: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    redeemed_at: Date | null;
  };
  dashboard_tokens: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  dashboard_users: {
    id: string;
    merchant_id: string;
    email: string;
    permissions: string[];
    password_hash: string | null;
    created_at: Date;
  };
  deliveries: {
    id: Generated<number>;
    event_id: string;
    endpoint_id: string;
    activation: number;
    state: Generated<string>;
    attempts: Generated<number>;
    due_at: Date;
    lease_until: Date | null;
    lease_token: string | null;
    last_status: number | null;
    last_error: string | null;
  };
  deliveries_finished: {
    event_id: string;
    endpoint_id: string;
    state: string;
    attempts: number;
    last_status: number | null;
    last_error: string | null;
    finished_at: Date;
    url: string | null;
  };
  delivery_attempts: {
    event_id: string;
    endpoint_id: string;
    n: number;
    started_at: Date;
    ms: number;
    status: number | null;
    error_class: string | null;
    remote_ip: string | null;
  };
  device_recoveries: {
    id: string;
    owner_id: string;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    tries: Generated<number>;
    used_at: Date | null;
  };
  events: {
    id: string;
    channel_id: string | null;
    merchant_id: string;
    type: string;
    created_at: Date;
    body: string;
    state: string;
    replay_of: string | null;
    raised_in: Generated<string>;
  };
  expansions: {
    name: string;
    applied_at: Generated<Date>;
  };
  idempotency_keys: {
    merchant_id: string;
    operation: string;
    key: string;
    fingerprint: Buffer;
    answer: string;
    created_at: Date;
  };
  invitations: {
    id: string;
    owner_id: string;
    token_hash: Buffer;
    expires_at: Date;
    created_at: Date;
    redeemed_at: Date | null;
    key_id: string | null;
    sealed_key: Buffer | null;
    recoverable_until: Date | null;
  };
  ledger_closed_months: {
    channel_id: string;
    currency: string;
    month: string;
    closed_at: Date;
  };
  ledger_postings: {
    source_id: string;
    kind: string;
    occurred_at: Date;
    transaction_id: string | null;
    captured_at: Date | null;
    channel_id: string | null;
    merchant_id: string | null;
    currency: string;
    debit: string;
    credit: string;
    amount_cents: number;
    is_late: boolean;
    posted_at: Date;
  };
  merchants: {
    id: string;
    channel_id: string | null;
    business_name: string;
    email: string;
    email_folded: string;
    country_code: string;
    payment_provider: Generated<string>;
    payment_hold: Generated<boolean>;
    platform_fee_percent_millionths: Generated<number>;
    platform_fee_fixed_minor_units: Generated<number>;
    brand_color: string | null;
    logo_url: string | null;
    pay_later: NullableJson;
    created_at: Date;
  };
  migrations: {
    name: string;
    applied_at: Generated<Date>;
    served_since: string | null;
  };
  notice_certificates: {
    address: string;
    pem: string;
    fetched_at: Date;
  };
  notices: {
    id: string;
    rail: string;
    provider_notice_id: string;
    notice_type: string;
    body: Json;
    state: Generated<string>;
    attempts: Generated<number>;
    due_at: Date | null;
    last_problem: string | null;
    received_at: Date;
    acted_at: Date | null;
  };
  onboarding_attempts: {
    id: string;
    merchant_id: string;
    tracking_id: string;
    reconnect: boolean;
    state: string;
    created_at: Date;
    retry_at: Date | null;
  };
  owner_sessions: {
    id: string;
    owner_id: string;
    token_hash: Buffer;
    passkey_shown: boolean;
    created_at: Date;
    expires_at: Date;
  };
  owners: {
    id: string;
    channel_id: string;
    email: string;
    password_hash: string | null;
    created_at: Date;
  };
  passkey_challenges: {
    challenge_hash: Buffer;
    session_id: string | null;
    expires_at: Date;
  };
  passkeys: {
    id: string;
    owner_id: string;
    credential_id: string;
    public_key: Buffer;
    sign_count: number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  rail_accounts: {
    id: string;
    merchant_id: string;
    rail: string;
    provider_account: string;
    shown: OptionalJson;
    credentials: Buffer | null;
    credentials_key_id: string | null;
    version: Generated<number>;
    retired_at: Date | null;
    created_at: Date;
  };
  refunds: {
    id: string;
    transaction_id: string;
    merchant_id: string;
    origin: string;
    amount_cents: number;
    platform_fee_refund_cents: number | null;
    idempotency_key: string | null;
    fingerprint: Buffer | null;
    provider_refund_id: string | null;
    state: string;
    failure_code: string | null;
    checks: Generated<number>;
    next_check_at: Date | null;
    created_at: Date;
    updated_at: Date;
    completed_at: Date | null;
    last_problem: string | null;
    is_posted: Generated<boolean>;
  };
  session_id_tokens: {
    checkout_session_id: string;
    token: string;
    expires_at: Date;
  };
  session_walks: {
    quarter_from: Date;
    after_id: Generated<string>;
    is_done: Generated<boolean>;
  };
  transactions: {
    id: string;
    merchant_id: string;
    channel_id: string | null;
    checkout_session_id: string | null;
    external_order_id: string | null;
    provider: string;
    provider_order_id: string | null;
    provider_capture_id: string | null;
    approve_url: string | null;
    status: string;
    amount_cents: number;
    currency: string;
    platform_fee_cents: number;
    platform_fee_percent_millionths: number;
    platform_fee_fixed_minor_units: number;
    platform_fee_collected_cents: number | null;
    provider_fee_cents: number | null;
    net_amount_cents: number | null;
    refund_reserved_cents: Generated<number>;
    refunded_amount_cents: Generated<number>;
    refunded_platform_fee_cents: Generated<number>;
    payment_method: Generated<string>;
    payment_method_raw: string | null;
    payment_method_scheme: string | null;
    processor: string | null;
    wallet_merchant_id: string | null;
    provider_client_metadata_id: string | null;
    buyer_email: string | null;
    billing_address: NullableJson;
    shipping_address: NullableJson;
    description: string | null;
    status_raw: string | null;
    failure_code: string | null;
    failure_message: string | null;
    provider_debug_id: string | null;
    settled: boolean | null;
    settled_amount_cents: number | null;
    settled_currency: string | null;
    approved_at: Date | null;
    captured_at: Date | null;
    refunded_at: Date | null;
    created_at: Date;
    updated_at: Date;
    lapse_check_at: Date | null;
    is_posted: Generated<boolean>;
    rail_account_id: string | null;
  };
  vault_charges: {
    transaction_id: string;
    merchant_id: string;
    vault_token_id: string;
    idempotency_key: string | null;
    state: string;
    refusal: string | null;
    checks: Generated<number>;
    next_check_at: Date | null;
    last_problem: string | null;
    created_at: Date;
    updated_at: Date;
    request_id: string | null;
  };
  vault_setups: {
    id: string;
    merchant_id: string;
    checkout_session_id: string;
    customer_ref: string;
    provider: string;
    wallet_merchant_id: string;
    provider_setup_id: string | null;
    provider_customer_id: string | null;
    approve_url: string | null;
    state: Generated<string>;
    failure_code: string | null;
    checks: Generated<number>;
    next_check_at: Date | null;
    created_at: Date;
    updated_at: Date;
    last_problem: string | null;
    rail_account_id: string | null;
  };
  vault_tokens: {
    id: string;
    merchant_id: string;
    vault_setup_id: string;
    customer_ref: string;
    provider: string;
    wallet_merchant_id: string;
    provider_customer_id: string | null;
    provider_token_id: string;
    source_type: string;
    label: string | null;
    removed_at: Date | null;
    created_at: Date;
    rail_account_id: string | null;
  };
  wallet_connections: {
    merchant_id: string;
    started: Generated<boolean>;
    restarted: Generated<boolean>;
    wallet_merchant_id: string | null;
    seller: NullableJson;
    primary_currency: string | null;
    was_connected: Generated<boolean>;
    consent_withdrawn: Generated<boolean>;
    account_conflict: Generated<boolean>;
    payee_unverified: Generated<boolean>;
    disconnected_at: Date | null;
    onboarding_status: Generated<string>;
    wallet_connection_status: Generated<string>;
    wallet_status_reason: string | null;
    payments_enabled: Generated<boolean>;
    checkout_enabled: Generated<boolean>;
    refreshed_at: Date | null;
    refresh_failures: Generated<number>;
    retry_refresh_at: Date | null;
    updated_at: Date;
  };
  webhook_endpoints: {
    id: string;
    channel_id: string | null;
    merchant_id: string | null;
    url: string;
    host: string;
    description: string | null;
    enabled: boolean;
    event_types: string[];
    secret: Buffer;
    secret_hint: string;
    secret_version: Generated<number>;
    activation: Generated<number>;
    created_at: Date;
    updated_at: Date;
    secret_key_id: string | null;
  };
}
