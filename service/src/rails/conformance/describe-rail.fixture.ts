import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { describeBooks } from './describe-books.fixture.ts';
import { describeNotices } from './describe-notices.fixture.ts';
import { describePayments } from './describe-payments.fixture.ts';
import { describeRefunds } from './describe-refunds.fixture.ts';
import { describeSearch } from './describe-search.fixture.ts';
import type { RailDriver } from './driver.fixture.ts';

/** What every rail promises, whatever its provider is, held against a provider that speaks its wire protocol over HTTP. */
export function describeRail(name: string, start: () => Promise<RailDriver>): void {
  describe(name, () => {
    let driver: RailDriver;
    beforeAll(async () => {
      driver = await start();
    });
    afterEach(() => driver.mend());
    afterAll(() => driver?.close());

    const current = () => driver;
    describePayments(current);
    describeRefunds(current);
    describeNotices(current);
    describeBooks(current);
    describeSearch(current);
  });
}
