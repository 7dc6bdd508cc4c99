/** '1,5' for 90 minutes, without trailing zeros. */
export function shortHours(minutes: number): string {
  const { whole, fraction } = roundedHours(minutes, 2)
  const decimals = fraction.replace(/0+$/, '')
  return decimals === '' ? String(whole) : `${whole},${decimals}`
}

/**
 * Whole minutes as hours with this many decimals, exact and rounded half up: the whole hours, and the decimals as text.
 * Negative minutes are counted as positive. Source: specification, Constants.
 */
export function roundedHours(minutes: number, decimals: 1 | 2): { whole: number; fraction: string } {
  const parts = 10 ** decimals
  const scaled = Math.floor((Math.abs(minutes) * parts * 2 + 60) / 120)
  return { whole: Math.floor(scaled / parts), fraction: String(scaled % parts).padStart(decimals, '0') }
}
