import { describe, expect, test } from 'vitest';
import type { Notice, ReceivedNotice } from '../rail.ts';
import type { RailDriver } from './driver.fixture.ts';
import { taken } from './steps.fixture.ts';

// By the capture's name, or by its order's where that is all that is told. Of what a refund is may be told only when it is read.
function isAbout(notice: Notice | null, abouts: readonly string[], names: readonly string[]): boolean {
  if (notice === null || !abouts.includes(notice.about)) return false;
  const told = notice as { provider_capture_id?: string | null; provider_order_id?: string | null };
  const name = told.provider_capture_id ?? told.provider_order_id ?? null;
  return name === null ? notice.about === 'refund_changed' : names.includes(name);
}

/** What a provider tells is believed for whom it is genuine, and nothing that only looks like it. */
export function describeNotices(current: () => RailDriver): void {
  const verify = (received: ReceivedNotice) => current().rail.notices.verify(received, [current().seller]);
  const bodyOf = ({ raw_body }: ReceivedNotice): unknown => JSON.parse(raw_body.toString('utf8'));

  describe('a notice', () => {
    test('tells of the money that was taken and of what was returned', async () => {
      const of = { provider_order_id: '', provider_capture_id: '' };
      const all = await current().told(async () => {
        Object.assign(of, await taken(current()));
        await current().returnAtProvider(of.provider_capture_id, 500);
      });
      const said = all.map((one) => current().rail.notices.read(bodyOf(one)));
      const names = [of.provider_order_id, of.provider_capture_id];
      expect(said).toEqual(
        expect.arrayContaining([
          expect.toSatisfy((notice) => isAbout(notice, ['capture_changed'], names)),
          expect.toSatisfy((notice) => isAbout(notice, ['capture_refunded', 'refund_changed'], names)),
        ]),
      );
    });

    test('is genuine as it was sent, for whom it claims to be, and with no byte changed', async () => {
      const { rail, seller, told } = current();
      const all = await told(() => taken(current()));
      expect(all.length).toBeGreaterThan(0);
      for (const received of all) {
        const { account_hint } = rail.notices.claim(received);
        const account_id = account_hint === null ? null : seller.account_id;
        expect(account_hint ?? seller.provider_account).toBe(seller.provider_account);
        expect(await verify(received)).toEqual({ kind: 'genuine', account_id });
        const raw_body = Buffer.concat([received.raw_body, Buffer.from(' ')]);
        expect(await verify({ ...received, raw_body })).toMatchObject({ kind: 'forged' });
        expect(await verify({ ...received, headers: {} })).toMatchObject({ kind: 'forged' });
        if (account_hint !== null)
          expect(await rail.notices.verify(received, [])).toMatchObject({ kind: 'forged' });
      }
      const stranger = await current().stranger();
      if (stranger) {
        const verdicts = all.map((one) => rail.notices.verify(one, [stranger]));
        for (const verdict of await Promise.all(verdicts)) expect(verdict).toMatchObject({ kind: 'forged' });
      }
      const ids = all.map((one) => rail.notices.identify(bodyOf(one))?.provider_notice_id);
      expect(new Set(ids).size).toBe(all.length);
      expect(ids).not.toContain(undefined);
    });

    test('that is sent twice is genuine both times, and bears one id', async () => {
      const { rail, told, tell } = current();
      await tell('twice');
      const all = await told(() => taken(current()));
      await tell('once');
      for (const received of all) expect(await verify(received)).toMatchObject({ kind: 'genuine' });
      const ids = all.map((one) => rail.notices.identify(bodyOf(one))!.provider_notice_id);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of new Set(ids)) expect(ids.filter((one) => one === id)).toHaveLength(2);
    });
  });
}
