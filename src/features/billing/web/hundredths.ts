/** Hundredths of '12', '12,5' or '1 200'; NaN for anything else. */
export function readHundredths(text: string): number {
  const [, whole, rest = ''] = /^(\d+)(?:[,.](\d{1,2}))?$/.exec(text.replaceAll(/\s/gu, '')) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}
