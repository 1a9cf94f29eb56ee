import type { ProviderSeller } from '../../rails/rail.ts';

type OnboardingStatus = 'pending' | 'in_progress' | 'completed' | 'revoked';
type WalletConnectionStatus = 'not_linked' | 'linked_pending' | 'connected' | 'restricted';
export type WalletStatusReason =
  | 'email_unverified'
  | 'payments_not_receivable'
  | 'missing_checkout_capability'
  | 'missing_wallet_scopes'
  | 'wallet_scope_refresh_required'
  | 'wallet_account_already_linked'
  | 'admin_payment_hold'
  | 'revoked';

/** Everything known of a merchant's connection, by whichever way it became known. */
export interface Facts {
  /** Onboarding was started at least once. */
  started: boolean;
  /** Started again since readiness lapsed or consent was withdrawn. */
  restarted: boolean;
  payment_hold: boolean;
  /** What the provider last said of the linked account; null while no account is attached. */
  seller: ProviderSeller | null;
  was_connected: boolean;
  consent_withdrawn: boolean;
  /** The account that came back is attached to another merchant. */
  account_conflict: boolean;
  /** The provider refused a capture because the account is not verified, whatever its status says. */
  payee_unverified: boolean;
}

export interface Verdict {
  onboarding_status: OnboardingStatus;
  wallet_connection_status: WalletConnectionStatus;
  wallet_status_reason: WalletStatusReason | null;
  /** A buyer can be charged: ready at the provider, access granted, no hold. */
  payments_enabled: boolean;
  /** A payment may be created; it may still be refused at capture. */
  checkout_enabled: boolean;
}

/** The states that follow from the facts. Pure: the only place that knows which reason leads to which pair.
 *  Spec: Onboarding; pairs of states as decided in gap G2. */
export function judge(facts: Facts): Verdict {
  const verdict = judgeWithoutHold(facts);
  if (!facts.payment_hold) return verdict;
  return {
    onboarding_status: verdict.onboarding_status,
    wallet_connection_status: 'restricted',
    wallet_status_reason: 'admin_payment_hold',
    payments_enabled: false,
    checkout_enabled: false,
  };
}

/** Whether a buyer could be charged but for a hold. */
export function isReady(facts: Facts): boolean {
  return judgeWithoutHold(facts).payments_enabled;
}

function judgeWithoutHold(facts: Facts): Verdict {
  const stopped = { payments_enabled: false, checkout_enabled: false };
  // An account that is lost is not mended by choosing one that is another merchant's. Chosen before that, it is no news.
  if (facts.account_conflict && (!facts.seller || (facts.consent_withdrawn && facts.restarted))) {
    const reason = 'wallet_account_already_linked';
    return {
      onboarding_status: 'in_progress',
      wallet_connection_status: 'not_linked',
      wallet_status_reason: reason,
      ...stopped,
    };
  }
  if (facts.consent_withdrawn) {
    const status = facts.restarted ? 'in_progress' : 'revoked';
    return {
      onboarding_status: status,
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'revoked',
      ...stopped,
    };
  }
  if (!facts.seller) {
    const status = facts.started ? 'in_progress' : 'pending';
    return {
      onboarding_status: status,
      wallet_connection_status: 'not_linked',
      wallet_status_reason: null,
      ...stopped,
    };
  }
  return judgeLinked(facts, facts.seller);
}

function judgeLinked(facts: Facts, seller: ProviderSeller): Verdict {
  // What the merchant can mend first comes first.
  const lacking = accessLacking(seller);
  const problem = refusedAtCapture(facts, seller) ?? lacking;
  const checkout_enabled = lacking === null;
  if (problem === null) {
    const ready = {
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
    } as const;
    return { onboarding_status: 'completed', ...ready, checkout_enabled };
  }
  const lapsed = facts.was_connected;
  return {
    onboarding_status: lapsed && !facts.restarted ? 'revoked' : 'in_progress',
    wallet_connection_status: lapsed ? 'restricted' : 'linked_pending',
    wallet_status_reason: problem,
    payments_enabled: false,
    checkout_enabled,
  };
}

// Such a seller is refused then, not before: the buyer may already approve.
function refusedAtCapture(facts: Facts, seller: ProviderSeller): WalletStatusReason | null {
  if (!seller.email_confirmed) return 'email_unverified';
  if (!seller.payments_receivable) return 'payments_not_receivable';
  return facts.payee_unverified ? 'email_unverified' : null;
}

function accessLacking(seller: ProviderSeller): WalletStatusReason | null {
  if (seller.granted === null) return 'wallet_scope_refresh_required';
  if (seller.granted.missing_scopes.length > 0) return 'missing_wallet_scopes';
  if (!seller.has_checkout_product) return 'missing_checkout_capability';
  return null;
}
