import { iconUrl } from '#features/company/brand.rules.ts'
import type { HoursLine } from '#features/company/opening-hours.rules.ts'
import { phoneHref } from '#shared/phone.rules.ts'
import type { PublicFacts } from './facts.ts'
import type { NamedLine } from './lines.rules.ts'
import { type Service, servicePath } from './services.rules.ts'

/** Sunday first. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The company as schema.org ProfessionalService (JSON-LD), with the hours of the week and without missing facts. */
export function businessOf(facts: PublicFacts, week: readonly HoursLine[], appUrl: string) {
  const { name, phone, email, founded, vatNumber, areaServed } = facts
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
    '@id': `${appUrl}/#foretaget`,
    name,
    url: `${appUrl}/`,
    image: `${appUrl}/og.png`,
    logo: `${appUrl}${iconUrl(facts.pictures.logo, 512) ?? '/icon-512.png'}`,
    telephone: phone && phoneHref(phone)?.slice('tel:'.length),
    email,
    address: addressOf(facts),
    areaServed,
    openingHoursSpecification: week.length > 0 && week.flatMap(openingHoursOf),
    foundingDate: founded?.toString(),
    vatID: vatNumber,
  })
}

const openingHoursOf = ({ weekdays: days, intervals }: HoursLine) =>
  intervals.map(({ opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map((day) => weekdays[day]),
    opens,
    closes,
  }))

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

/** A service as schema.org Service, with its own prices as offers. */
export function serviceOf(service: Service, facts: PublicFacts | undefined, appUrl: string) {
  const { name, text, prices } = service
  const url = appUrl + servicePath(service)
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Service',
    '@id': `${url}#tjansten`,
    name,
    description: text,
    url,
    serviceType: name,
    provider: facts && { '@id': `${appUrl}/#foretaget` },
    areaServed: facts?.areaServed,
    offers: prices.length > 0 && prices.map(offerOf),
  })
}

/** The price as a number if the text has one in kronor; the description has the unit. */
function offerOf({ name, text = '' }: NamedLine) {
  const [, kronor] = /(\d[\d\s\u00a0]*)(?:kr|kronor)\b/i.exec(text) ?? []
  const price = kronor && { price: kronor.replace(/\D/g, ''), priceCurrency: 'SEK' }
  return { '@type': 'Offer', name, description: text, ...price }
}

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
