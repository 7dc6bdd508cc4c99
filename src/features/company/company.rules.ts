// Formats of Swedish organization numbers, VAT numbers and postal codes.

/** The Luhn checksum (mod 10) over all digits, the check digit last. */
export function isLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .reverse()
    .reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** The text without spaces and hyphens. */
export const withoutSeparators = (text: string) => text.replace(/[\s\u00a0\u2010-\u2013-]/g, '')

/**
 * Normalizes ten digits, or twelve beginning with 16, to 'NNNNNN-NNNN'; undefined when the third digit is below 2 or the
 * checksum wrong.
 */
export function readOrgNumber(text: string): string | undefined {
  const digits = withoutSeparators(text).replace(/^16(?=\d{10}$)/, '')
  if (!/^\d{2}[2-9]\d{7}$/.test(digits) || !isLuhn(digits)) return undefined
  return `${digits.slice(0, 6)}-${digits.slice(6)}`
}

/** Normalizes to 'SE' + ten digits + '01'; undefined for another format or a wrong checksum. */
export function readVatNumber(text: string): string | undefined {
  const [vatNumber, digits] = /^SE(\d{10})01$/.exec(withoutSeparators(text).toUpperCase()) ?? []
  return digits && isLuhn(digits) ? vatNumber : undefined
}

/** Whether the VAT number is derived from the organization number; members of a VAT group have another one. */
export const isVatNumberOf = (vatNumber: string, orgNumber: string): boolean =>
  vatNumber === `SE${orgNumber.replace('-', '')}01`

/** Normalizes to 'NNN NN', removing a country prefix; undefined when it is no Swedish postal code. */
export function readPostalCode(text: string): string | undefined {
  const digits = withoutSeparators(text).replace(/^(?:SE|S)(?=\d)/i, '')
  return /^[1-9]\d{4}$/.test(digits) ? `${digits.slice(0, 3)} ${digits.slice(3)}` : undefined
}
