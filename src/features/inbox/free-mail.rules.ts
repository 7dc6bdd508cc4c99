/** Domains of mail providers, whose addresses do not show an employer. */
const freeMail = new Set([
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.se', 'live.com', 'live.se', 'msn.com', 'outlook.com'],
  ...['outlook.se', 'icloud.com', 'me.com', 'mac.com', 'yahoo.com', 'yahoo.se', 'proton.me', 'protonmail.com'],
  ...['telia.com', 'bredband.net', 'comhem.se', 'spray.se', 'passagen.se', 'home.se', 'tele2.se', 'swipnet.se'],
])

/** The domain of an address, if a company may own it; undefined for the domain of a public mail provider. */
export function companyDomainOf(address: string): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domain === '' || freeMail.has(domain) ? undefined : domain
}
