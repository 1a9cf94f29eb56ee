const DEFAULT_BRAND = '#0b6e4f';
const WHITE = '#ffffff';
const BLACK = '#000000';

/** The two surfaces of the stylesheet that the brand is laid on. */
export const SURFACES = { light: '#ffffff', dark: '#161a20' } as const;

// WCAG 2.2: 1.4.11 asks for 3:1 between a control and what is around it.
const EDGE_CONTRAST_MIN = 3;

export interface BrandColors {
  brand: string;
  /** Text on the brand: black or white, whichever is further away; at least 4.58:1 on any color. */
  on_brand: string;
  /** The outline of a button on each surface: the brand, or the text's color where the brand would be
   *  lost. */
  edge_light: string;
  edge_dark: string;
}

/** The colors of a page from any brand color, so that its buttons can be read and found. Null, or what is not
 *  `#rrggbb`, gives the service's own. */
export function brandColors(color: string | null): BrandColors {
  const brand = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_BRAND;
  const on_brand = contrast(brand, WHITE) >= contrast(brand, BLACK) ? WHITE : BLACK;
  const edge = (surface: string, ink: string) =>
    contrast(brand, surface) >= EDGE_CONTRAST_MIN ? brand : ink;
  return {
    brand,
    on_brand,
    edge_light: edge(SURFACES.light, '#5b6470'),
    edge_dark: edge(SURFACES.dark, '#a3adba'),
  };
}

/** The contrast ratio of two colors, 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
