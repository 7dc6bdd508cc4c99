import { decodedLabel } from './punycode.rules.ts'

/**
 * The address with its domain in ASCII (å becomes xn--…), the form in which addresses are stored and compared. An invalid domain
 * is returned unchanged, and is refused by the validation of addresses.
 */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || /^[\0-\x7f]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address
  const url = `http://${domain.normalize('NFC')}`
  return URL.canParse(url) ? `${address.slice(0, at + 1)}${new URL(url).hostname}` : address
}

/**
 * A search for stored addresses: converts its addresses and domains ('info@åkeri.se', 'åkeri.se') to ASCII, and leaves other words
 * unchanged.
 */
export const asciiSearch = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    word.includes('@') ? asciiDomain(word) : word.includes('.') ? asciiDomain(`@${word}`).slice(1) : word,
  )

/** The address without a tag: 'support+1234.0a1b@…' is the mailbox 'support@…'. */
export const withoutTag = (address: string): string => address.replace(/\+[^@]*(?=@)/, '')

/** Latin letters, as in Swedish domain names; letters of other alphabets may look like them. */
const LATIN_LABEL = /^[\p{Script=Latin}\d-]+$/u

/**
 * The address in readable form: 'info@xn--keri-poa.se' as 'info@åkeri.se'. A label with other than Latin letters stays in ASCII,
 * so that no other letter can be mistaken for a Latin one.
 */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const labels = address
    .slice(at + 1)
    .split('.')
    .map(readableLabel)
  return `${address.slice(0, at + 1)}${labels.join('.')}`
}

/** The text with its e-mail addresses in readable form; URLs are unchanged. */
export const readableAddresses = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    word.includes('://') ? word : word.replace(/@[a-z\d.-]*xn--[a-z\d.-]+/gi, (domain) => readableAddress(domain)),
  )

function readableLabel(label: string): string {
  const decoded = /^xn--/i.test(label) ? decodedLabel(label.slice(4).toLowerCase()) : undefined
  const isSame = decoded !== undefined && asciiDomain(`@${decoded}`) === `@${label.toLowerCase()}`
  return isSame && LATIN_LABEL.test(decoded) ? decoded : label
}
