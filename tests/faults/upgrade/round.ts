import { upgradeUnderLoad } from './upgrade.ts';

const PAYMENTS = 200;

/** The upgrade in full, with its figures printed; false when anything did not hold. */
export async function runUpgrade(): Promise<boolean> {
  const report = await upgradeUnderLoad({ payments: PAYMENTS, isDelivered: true });
  if (report.kind === 'missing') {
    console.log(`\nNOT RUN: the previous release beside this one: ${report.why}.`);
    return true;
  }
  const { payments, expansions, slowestMs, breaches } = report;
  console.log(
    `\nUpgraded under load: ${payments} payments, ${expansions} later migrations beside a held table, ` +
      `the longest call ${Math.round(slowestMs)} ms, ${breaches.length} breaches`,
  );
  for (const breach of breaches) console.log(`  ! ${breach}`);
  return breaches.length === 0;
}
