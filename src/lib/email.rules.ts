/**
 * The address with its domain in ASCII, the one form in which addresses are stored and compared: å becomes xn--…. What is no
 * domain stays as it is, and is refused where addresses are checked.
 */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || /^[\0-\x7f]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address
  const url = `http://${domain.normalize('NFC')}`
  return URL.canParse(url) ? `${address.slice(0, at + 1)}${new URL(url).hostname}` : address
}

/** The address without a tag: 'support+1234.0a1b@…' is the mailbox 'support@…'. */
export const withoutTag = (address: string): string => address.replace(/\+[^@]*(?=@)/, '')
