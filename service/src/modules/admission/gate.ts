import { asOneOfMany, forMany } from '../../db/share.ts';
import type { Db } from '../../db/tx.ts';
import { coalesceAlike } from '../../lib/coalesce.ts';
import type { Clock } from '../../lib/clock.ts';
import { ownWindows } from './own-windows.ts';
import { type AdmittedKey, admitKey, admitSubject } from './queries.ts';

interface KeyCall {
  hash: Buffer;
  operation: string;
  budget: number;
  merchant_id: string | null;
  /** Whether a dashboard token will do as well. The operation decides, so calls alike agree on it. */
  takes_dashboard: boolean;
  /** Likewise whether the account is read that the merchant is paid into. */
  by_account: boolean;
}

interface AddressCall {
  address: string;
  operation: string;
  budget: number;
}

interface AdmissionGate {
  key(call: KeyCall): Promise<AdmittedKey | null>;
  address(call: AddressCall): Promise<number>;
  /** The same, counted by this process alone. */
  addressAlone(call: Pick<AddressCall, 'address' | 'operation'>): number;
}

/** Admission under load: calls alike, of one credential or address to one operation, that arrive while a statement is
 *  under way are admitted by one statement that spends them together. It begins after they arrived, so a key revoked
 *  before is refused, and the budget stays exact, because each call is told its own number in the window. */
export function admissionGate(db: Db, clock: Clock): AdmissionGate {
  const key = coalesceAlike(keyOf, (calls: readonly KeyCall[]) =>
    forMany(() => spendKey({ db, clock }, calls[0]!, calls.length)),
  );
  const address = coalesceAlike(addressOf, (calls: readonly AddressCall[]) =>
    forMany(() => spendAddress(db, calls[0]!, calls.length)),
  );
  const own = ownWindows();
  return {
    key: (call) => asOneOfMany(key(call)),
    address: (call) => asOneOfMany(address(call)),
    addressAlone: (call) => own.spend(addressOf(call)),
  };
}

function keyOf(call: KeyCall): string {
  return `${call.hash.toString('base64')} ${call.operation} ${call.merchant_id ?? ''}`;
}

function addressOf(call: Pick<AddressCall, 'address' | 'operation'>): string {
  return `${call.address} ${call.operation}`;
}

async function spendKey(
  { db, clock }: { db: Db; clock: Clock },
  call: KeyCall,
  calls: number,
): Promise<(AdmittedKey | null)[]> {
  const { takes_dashboard, ...key } = call;
  const admitted = await admitKey(db, { ...key, calls, dashboard_at: takes_dashboard ? clock.now() : null });
  return numbers(calls).map((nth) => admitted && { ...admitted, used: admitted.used - calls + nth });
}

async function spendAddress(db: Db, call: AddressCall, calls: number): Promise<number[]> {
  const { address: subject, operation, budget } = call;
  const used = await admitSubject(db, { subject, operation, budget, calls });
  return numbers(calls).map((nth) => used - calls + nth);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
