/** Domains whose addresses say nothing about whom their owner works for. */
const freeMail = new Set([
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.se', 'live.com', 'live.se', 'msn.com', 'outlook.com'],
  ...['outlook.se', 'icloud.com', 'me.com', 'mac.com', 'yahoo.com', 'yahoo.se', 'proton.me', 'protonmail.com'],
  ...['telia.com', 'bredband.net', 'comhem.se', 'spray.se', 'passagen.se', 'home.se', 'tele2.se', 'swipnet.se'],
])

/** The domain of an address that a company may own; undefined for one of a mail provider for everybody. */
export function companyDomainOf(address: string): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domain === '' || freeMail.has(domain) ? undefined : domain
}
