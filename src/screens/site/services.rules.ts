// The services of the public site: those that the company has entered, else five default ones. Each has its own page.
import { isBlank } from '#shared/text.rules.ts'
import { type NamedLine, namedLine } from './lines.rules.ts'

const audiences = ['home', 'company'] as const
export type Audience = (typeof audiences)[number]

export type Service = NamedLine & {
  /** The last segment of its path. */
  slug: string
  audiences: readonly Audience[]
  /** What it contains, one sentence each. */
  details: string[]
  /** Prices of this service. */
  prices: NamedLine[]
}

/** In the format that the company uses under Inställningar. */
const usual = `
WiFi och nätverk: Planering, installation och underhåll, så att täckningen räcker där du är.
- Vi går igenom lokalerna och planerar var utrustningen ska sitta.
- Vi drar kabel, monterar, ställer in och visar hur det fungerar.
- Vi håller nätet uppdaterat och byter det som blivit gammalt.
IT-support: Hembesök, e-post eller telefon. Du väljer det som passar dig.
- Datorer, telefoner, skrivare, e-post och program.
- På distans när det går, annars kommer vi till dig.
- Du får veta vad felet var och vad som är gjort.
Kameraövervakning och passersystem: Vi monterar, ställer in och visar hur det fungerar.
- Vi går igenom vad som ska bevakas, och vad reglerna tillåter.
- Kameror, lås och taggar som går att sköta själv.
- För: hem, företag
Egen IT-avdelning: För företag som hellre lämnar IT till någon annan: vi blir er avdelning.
- En kontakt för allt från nya datorer till konton och behörigheter.
- Vi känner din utrustning och minns vad som gjordes sist.
- För: företag
Serviceavtal: Med prioriterad support. Du går före i kön när något händer.
- Vi ser till utrustningen innan den strular.
- Tydligt pris, utan dolda kostnader.
- För: företag
`

const DETAIL = /^\s*[-–•*]\s*(.*)$/

/** Parses the services: a line 'Namn: text' for each, followed by lines that begin with a dash for its page. */
export function servicesOf(entered: string | null | undefined): Service[] {
  const services: Service[] = []
  const text = entered === null || entered === undefined || isBlank(entered) ? usual : entered
  for (const line of text.split('\n').filter((one) => !isBlank(one))) {
    const [, detail] = DETAIL.exec(line) ?? []
    const last = services.at(-1)
    if (detail !== undefined && last) addDetail(last, detail.trim())
    else if (detail === undefined) services.push(...newService(line, services))
  }
  return services
}

function newService(line: string, others: Service[]): Service[] {
  const named = namedLine(line)
  if (!named) return []
  const slug = slugOf(named.name)
  const number = others.filter((other) => other.slug.replace(/-\d+$/, '') === slug || other.slug === slug).length + 1
  return [{ ...named, slug: number === 1 ? slug : `${slug}-${number}`, audiences, details: [], prices: [] }]
}

/** 'Pris: 990 kr', 'Pris på plats: 1 190 kr' and 'För: hem' set prices and audience; any other line is a sentence. */
function addDetail(service: Service, detail: string) {
  const [, what, price] = /^pris(?:\s+([^:]+))?:\s*(.+)$/i.exec(detail) ?? []
  const [, whom] = /^för:\s*(.+)$/i.exec(detail) ?? []
  if (price !== undefined) service.prices.push({ name: what ? capitalized(what.trim()) : 'Pris', text: price })
  else if (whom !== undefined) service.audiences = audiencesIn(whom)
  else if (!isBlank(detail)) service.details.push(detail)
}

function audiencesIn(text: string): readonly Audience[] {
  const [home, company] = [/hem|privat/i.test(text), /företag|förening/i.test(text)]
  return home === company ? audiences : [home ? 'home' : 'company']
}

/** For example 'WiFi och nätverk' becomes 'wifi-och-natverk'. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-+|-+$/g, '') || 'tjanst'
  )
}

export const servicePath = ({ slug }: Pick<Service, 'slug'>) => `/tjanster/${slug}`

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('sv-SE') + text.slice(1)
