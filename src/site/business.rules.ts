import { phoneHref } from '#lib/phone.rules.ts'
import type { PublicFacts } from './facts.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** The company as schema.org ProfessionalService (JSON-LD), without missing facts. */
export function businessOf(facts: PublicFacts, appUrl: string) {
  const { name, phone, email, opens, closes, founded, vatNumber, areaServed } = facts
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
    '@id': `${appUrl}/#foretaget`,
    name,
    url: `${appUrl}/`,
    image: `${appUrl}/og.png`,
    logo: `${appUrl}/icon-512.png`,
    telephone: phone && phoneHref(phone)?.slice('tel:'.length),
    email,
    address: addressOf(facts),
    areaServed,
    openingHoursSpecification: opens &&
      closes && { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays, opens, closes },
    foundingDate: founded?.toString(),
    vatID: vatNumber,
  })
}

function addressOf({ address, postalCode, city }: PublicFacts) {
  if (!address && !postalCode && !city) return undefined
  return withoutEmpty({
    '@type': 'PostalAddress',
    streetAddress: address,
    postalCode,
    addressLocality: city,
    addressCountry: 'SE',
  })
}

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
