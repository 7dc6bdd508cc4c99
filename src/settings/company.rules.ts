// What Swedish authorities say a company's numbers look like.

/** Mod 10 over every digit, the check digit last (Luhn). */
function isLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .reverse()
    .reduce((sum, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

const withoutSeparators = (text: string) => text.replace(/[\s\u00a0\u2010-\u2013-]/g, '')

/** 'NNNNNN-NNNN' from ten digits, or twelve that begin with 16; undefined when the third is below 2 or the last is wrong. */
export function readOrgNumber(text: string): string | undefined {
  const digits = withoutSeparators(text).replace(/^16(?=\d{10}$)/, '')
  if (!/^\d{2}[2-9]\d{7}$/.test(digits) || !isLuhn(digits)) return undefined
  return `${digits.slice(0, 6)}-${digits.slice(6)}`
}

/** 'SE' + ten digits + '01'; undefined when it is anything else or the tenth digit is wrong. */
export function readVatNumber(text: string): string | undefined {
  const [vatNumber, digits] = /^SE(\d{10})01$/.exec(withoutSeparators(text).toUpperCase()) ?? []
  return digits && isLuhn(digits) ? vatNumber : undefined
}

/** Whether the VAT number is made of the organization number; a member of a VAT group has another one. */
export const isVatNumberOf = (vatNumber: string, orgNumber: string): boolean =>
  vatNumber === `SE${orgNumber.replace('-', '')}01`

/** 'NNN NN', with or without the country before it; undefined when it is no Swedish postal code. */
export function readPostalCode(text: string): string | undefined {
  const digits = withoutSeparators(text).replace(/^(?:SE|S)(?=\d)/i, '')
  return /^[1-9]\d{4}$/.test(digits) ? `${digits.slice(0, 3)} ${digits.slice(3)}` : undefined
}
