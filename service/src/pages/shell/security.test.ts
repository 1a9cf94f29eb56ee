import { describe, expect, it } from 'vitest';
import { newNonce, type PagePolicy, pageHeaders } from './security.ts';

const policy: PagePolicy = {
  nonce: 'n0nce',
  provider: 'https://www.wallet.example/sdk/js',
  provider_sources: [],
  framed_by: 'nobody',
  image_origins: [],
  referrer: 'to_ourselves',
  opener: 'popups_only',
};

function directives(change: Partial<PagePolicy> = {}): Record<string, string> {
  const header = pageHeaders('https://pay.example', { ...policy, ...change })['content-security-policy']!;
  return Object.fromEntries(
    header.split('; ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
  );
}

describe('the head of a page', () => {
  it('lets nothing in but what is named', () => {
    const provider = 'https://www.wallet.example https://*.wallet.example';
    expect(directives()).toEqual({
      'default-src': "'none'",
      'script-src': `'nonce-n0nce' ${provider}`,
      'style-src': "'self' 'nonce-n0nce'",
      'img-src': `'self' https: data: ${provider}`,
      'connect-src': `'self' ${provider}`,
      'frame-src': provider,
      'form-action': `'self' ${provider}`,
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it('names no one on a page without the provider', () => {
    const plain = directives({ provider: null });
    expect(plain['script-src']).toBe("'nonce-n0nce'");
    expect(plain['frame-src']).toBe("'none'");
    expect(plain['form-action']).toBe("'self'");
  });

  it('takes an address of this machine as it is', () => {
    expect(directives({ provider: 'http://127.0.0.1:8701/sdk/js' })['frame-src']).toBe(
      'http://127.0.0.1:8701',
    );
  });

  it.each([
    ['nobody' as const, "'none'"],
    ['anyone' as const, '*'],
    [[], "'none'"],
    [['https://Shop.example/', 'http://localhost:3000'], 'https://shop.example http://localhost:3000'],
  ])('lets %j frame it', (framed_by, sources) => {
    expect(directives({ framed_by })['frame-ancestors']).toBe(sources);
  });

  it('asks for https for good only where it is served by it', () => {
    expect(pageHeaders('https://pay.example', policy)['strict-transport-security']).toContain('max-age=');
    expect(pageHeaders('http://127.0.0.1:8700', policy)['strict-transport-security']).toBeUndefined();
  });

  it('is not kept, sniffed or named to others', () => {
    expect(pageHeaders('https://pay.example', policy)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer, same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('payment=(self "https://www.wallet.example")'),
    });
  });

  it("keeps the opener of a page that may be shown in the provider's window", () => {
    const kept = pageHeaders('https://pay.example', { ...policy, opener: 'kept' });
    expect(kept['cross-origin-opener-policy']).toBe('unsafe-none');
  });

  it('has a new nonce each time', () => {
    expect(newNonce()).not.toBe(newNonce());
  });
});
