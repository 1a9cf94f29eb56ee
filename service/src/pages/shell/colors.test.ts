import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandColors, contrast, SURFACES } from './colors.ts';

const TEXT_MIN = 4.5;
const EDGE_MIN = 3;
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('brand colors', () => {
  it('gives readable text on any color, and a button that stands out on both surfaces', () => {
    fc.assert(
      fc.property(color, (brand) => {
        const colors = brandColors(brand);
        expect(contrast(colors.on_brand, brand)).toBeGreaterThanOrEqual(TEXT_MIN);
        expect(contrast(colors.edge_light, SURFACES.light)).toBeGreaterThanOrEqual(EDGE_MIN);
        expect(contrast(colors.edge_dark, SURFACES.dark)).toBeGreaterThanOrEqual(EDGE_MIN);
      }),
    );
  });

  it('measures contrast as WCAG does', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each([null, 'red', '#fff', '#12345g', '#123456;}body{display:none'])('falls back for %s', (brand) => {
    expect(brandColors(brand)).toEqual(brandColors(null));
  });
});
