// What forms read of texts. NaN, for what cannot be read, is refused by the contract with the field's message.
import { readKronor } from '#shared/money.rules.ts'

/** Hundredths of '12', '12,5' or '1 200'; NaN for anything else. */
export function readHundredths(text: string): number {
  const [, whole, rest = ''] = /^(\d+)(?:[,.](\d{1,2}))?$/.exec(text.replaceAll(/\s/gu, '')) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** '10', '12,5' or '10 %', in hundredths of a percent. */
export const readPercent = (text: string): number => readHundredths(text.replace('%', ''))

/** Öre of '950' or '1 250,50'; null for an empty text. */
export const readOptionalKronor = (text: string): number | null =>
  text.trim() === '' ? null : (readKronor(text) ?? Number.NaN)
