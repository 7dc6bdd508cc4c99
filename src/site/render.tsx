// What the server renders of the public site.
import type { ReactNode } from 'react'
import { Document, page, type SiteAssets } from './document.tsx'
import type { PublicFacts } from './facts.ts'
import type { FormState } from './form-state.ts'
import { HomePage } from './home.page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import type { SitePath } from './paths.ts'

export type Given = {
  /** Undefined before there is a company, or when it cannot be read. */
  facts: PublicFacts | undefined
  assets: SiteAssets
  now: Date
  /** Where people reach the site, without a slash at the end. */
  appUrl: string
  /** On the pages with a form. */
  form?: FormState
}

type Shown = { title: string; description: string; name: string; content: (given: Given) => ReactNode }

const shown: Record<SitePath, Shown> = {
  '/': {
    title: '',
    description:
      'WiFi och nätverk, it-support, kameraövervakning och egen it-avdelning för hem och företag. Ring eller boka support.',
    name: 'home',
    content: ({ facts }) => <HomePage facts={facts} />,
  },
  '/om-oss': {
    title: 'Om oss',
    description:
      'Ett litet företag med personlig kontakt, långa relationer och snabb service. Läs om vilka vi är och hur vi arbetar.',
    name: 'about',
    content: () => <h1>Om oss</h1>,
  },
  '/kontakt': {
    title: 'Kontakt',
    description:
      'Ring, mejla eller skriv till oss. Du får svar inom 24 timmar. Här finns telefonnummer, adress och öppettider.',
    name: 'contact',
    content: () => <h1>Kontakt</h1>,
  },
  '/support': {
    title: 'Support',
    description: 'Anmäl ett fel, så återkommer vi inom 4 timmar – omedelbart när det är akut. Jour dygnet runt.',
    name: 'support',
    content: () => <h1>Support</h1>,
  },
  '/integritet': {
    title: 'Integritet',
    description:
      'Vilka uppgifter vi sparar när du skriver till oss, varför, hur länge, och vad du kan begära. Inga kakor och ingen spårning.',
    name: 'privacy',
    content: () => <h1>Integritet</h1>,
  },
  '/tillganglighet': {
    title: 'Tillgänglighet',
    description:
      'Hur webbplatsen är byggd för att alla ska kunna använda den, och hur du säger till när något inte fungerar.',
    name: 'accessibility',
    content: () => <h1>Tillgänglighet</h1>,
  },
}

/** The whole document of a public page. */
export function sitePage(path: SitePath, given: Given): string {
  const { title, description, name, content } = shown[path]
  const { facts, assets, appUrl, now } = given
  return page(
    <Document
      path={path}
      title={title}
      description={description}
      page={name}
      assets={assets}
      appUrl={appUrl}
      facts={facts}
      year={now.getFullYear()}
    >
      {content(given)}
    </Document>,
  )
}

/** What of the moment a page shows: two moments with the same key give the same pages. */
export const momentKey = (_facts: PublicFacts | undefined, now: Date): string => String(now.getFullYear())

export const notFoundPage = ({ facts, assets, appUrl, now }: Given) =>
  page(
    <Document
      title="Oops! Page not found"
      description="Sidan finns inte"
      page="not-found"
      assets={assets}
      appUrl={appUrl}
      facts={facts}
      year={now.getFullYear()}
    >
      <NotFoundPage />
    </Document>,
  )
