// Renders the pages of the public site on the server.
import type { ReactNode } from 'react'
import { faultReportTime, MESSAGE_RESPONSE, URGENT_RESPONSE } from '#features/company/response-time.rules.ts'
import { AboutPage } from './about.page.tsx'
import { AccessibilityPage } from './accessibility.page.tsx'
import type { AnswerPromise } from './answer-promise.rules.ts'
import { serviceOf } from './business.rules.ts'
import { ContactPage } from './contact.page.tsx'
import { Document, page, type SiteAssets } from './document.tsx'
import type { PublicFacts } from './facts.ts'
import type { FormState } from './form-state.ts'
import { HomePage } from './home.page.tsx'
import { type Moment, momentOf } from './moment.rules.ts'
import { NotFoundPage } from './not-found.page.tsx'
import type { SitePath } from './paths.ts'
import { PrivacyPage } from './privacy.page.tsx'
import { ServicePage } from './service.page.tsx'
import { servicePath, servicesOf } from './services.rules.ts'
import { SupportPage } from './support.page.tsx'

export type PageInput = {
  /** Undefined before there is a company, or when it cannot be read. */
  facts: PublicFacts | undefined
  assets: SiteAssets
  now: Date
  /** The public URL, without a trailing slash. */
  appUrl: string
  /** When an answer comes, and the state of the form, for pages that have one. */
  promise?: AnswerPromise
  form?: FormState
}

type SitePage = {
  title: string
  description: string | ((facts: PublicFacts | undefined) => string)
  name: string
  content: (input: PageInput, moment: Moment) => ReactNode
}

const pages: Record<SitePath, SitePage> = {
  '/': {
    title: '',
    description:
      'WiFi och nätverk, IT-support, kameraövervakning och egen IT-avdelning för hem och företag. Ring eller boka support.',
    name: 'home',
    content: ({ facts }, moment) => <HomePage facts={facts} moment={moment} />,
  },
  '/om-oss': {
    title: 'Om oss',
    description: 'Personlig kontakt, långsiktiga relationer och snabb service. Läs om vilka vi är och hur vi arbetar.',
    name: 'about',
    content: ({ facts }) => <AboutPage facts={facts} />,
  },
  '/kontakt': {
    title: 'Kontakt',
    description: `Ring, mejla eller skriv till oss. Du får svar ${MESSAGE_RESPONSE}. Här finns telefonnummer, adress och öppettider.`,
    name: 'contact',
    content: ({ facts, promise, form }, moment) => (
      <ContactPage facts={facts} moment={moment} promise={promise} form={form} />
    ),
  },
  '/support': {
    title: 'Anmäl ett fel',
    description: (facts) =>
      `Berätta vad som strular, så återkommer vi inom ${faultReportTime(facts)} – ${URGENT_RESPONSE} när det är akut.`,
    name: 'support',
    content: ({ facts, promise, form }, moment) => (
      <SupportPage facts={facts} moment={moment} promise={promise} form={form} />
    ),
  },
  '/integritet': {
    title: 'Integritet',
    description:
      'Vilka uppgifter vi sparar när du skriver till oss, varför, hur länge, och vad du kan begära. Inga kakor och ingen spårning.',
    name: 'privacy',
    content: ({ facts }) => <PrivacyPage facts={facts} />,
  },
  '/tillganglighet': {
    title: 'Tillgänglighet',
    description:
      'Hur webbplatsen är byggd för att alla ska kunna använda den, och hur du säger till när något inte fungerar.',
    name: 'accessibility',
    content: ({ facts }) => <AccessibilityPage facts={facts} />,
  },
}

/** The HTML of a public page. */
export function sitePage(path: SitePath, input: PageInput): string {
  const { title, description, name, content } = pages[path]
  const { facts, assets, appUrl, now } = input
  const moment = momentOf(facts, now)
  return page(
    <Document
      path={path}
      title={isRefused(input.form) ? `Fel: ${title}` : title}
      description={typeof description === 'string' ? description : description(facts)}
      page={name}
      assets={assets}
      appUrl={appUrl}
      facts={facts}
      moment={moment}
    >
      {content(input, moment)}
    </Document>,
  )
}

/** The HTML of a service's page; undefined when the company has no such service. */
export function servicePage(slug: string, input: PageInput): string | undefined {
  const { facts, assets, appUrl, now } = input
  const service = servicesOf(facts?.services).find((one) => one.slug === slug)
  if (!service) return undefined
  const moment = momentOf(facts, now)
  const { name, text, details } = service
  return page(
    <Document
      path={servicePath(service)}
      title={name}
      description={[text, ...details].filter(Boolean).join(' ') || `${name}. Ring oss, eller skriv några rader.`}
      page="service"
      assets={assets}
      appUrl={appUrl}
      facts={facts}
      moment={moment}
      structured={serviceOf(service, facts, appUrl)}
    >
      <ServicePage service={service} facts={facts} moment={moment} />
    </Document>,
  )
}

/** Refusals change the title, which screen readers read first on a reloaded page. */
const isRefused = (form: FormState | undefined) =>
  form !== undefined && (form.problem !== undefined || Object.keys(form.errors).length > 0)

/** The cache key of a time: the pages are the same at two times with the same key. */
export const momentKey = (facts: PublicFacts | undefined, now: Date): string => JSON.stringify(momentOf(facts, now))

export const notFoundPage = ({ facts, assets, appUrl, now }: PageInput) =>
  page(
    <Document
      title="Oops! Page not found"
      description="Sidan finns inte"
      page="not-found"
      assets={assets}
      appUrl={appUrl}
      facts={facts}
      moment={momentOf(facts, now)}
    >
      <NotFoundPage />
    </Document>,
  )
