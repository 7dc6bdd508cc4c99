// What the server renders of the public site. Step by step: the start page, a word on pages that are on their way, and 404.
import { Document, page, type SiteAssets } from './document.tsx'
import type { PublicFacts } from './facts.ts'
import { HomePage } from './home.page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { SoonPage, soonPages } from './soon.page.tsx'

type Given = { facts?: PublicFacts | undefined; assets: SiteAssets }

const thisYear = () => new Date().getFullYear()

export const homePage = ({ facts, assets }: Given) =>
  page(
    <Document
      title={facts?.name ?? 'Stödpunkt'}
      description="WiFi och nätverk, it-support, kameraövervakning och egen it-avdelning för hem och företag. Ring eller boka support."
      page="home"
      assets={assets}
      facts={facts}
      year={thisYear()}
    >
      <HomePage facts={facts} />
    </Document>,
  )

export const soonPage = ({ facts, assets, path }: Given & { path: keyof typeof soonPages }) => {
  const { title, text } = soonPages[path]
  return page(
    <Document title={title} description={text} page="soon" assets={assets} facts={facts} year={thisYear()}>
      <SoonPage title={title} text={text} facts={facts} />
    </Document>,
  )
}

export const notFoundPage = ({ facts, assets }: Given) =>
  page(
    <Document
      title="Oops! Page not found"
      description="Sidan finns inte"
      page="not-found"
      assets={assets}
      facts={facts}
      year={thisYear()}
    >
      <NotFoundPage />
    </Document>,
  )
