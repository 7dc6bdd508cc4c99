import type { ReactNode } from 'react'
import { type ArticlePlace, articlePlaces } from '#features/billing/articles.rules.ts'
import { lineKindName } from '#features/billing/invoice-lines.rules.ts'
import type { WithoutAccount as Lacking } from '#features/billing/ledger-fields.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Link } from '#shared/ui/link.tsx'

const list = new Intl.ListFormat('sv-SE')

const placeTexts: Record<ArticlePlace, ReactNode> = {
  settings: 'Artiklar för arbete och månadsavgift väljs där. ',
  charge: 'Abonnemang har artikeln från kundens sida, under Avtal. ',
  expense: (
    <>
      Resor och material får artikeln på raden, i <Link to="/backoffice/time/expenses">Resor och material</Link>.{' '}
    </>
  ),
  draft: 'Egna rader får artikeln på utkastet. ',
}
const places = Object.keys(placeTexts) as ArticlePlace[]

/** The lines of the month's file that have no account, and where each kind gets the article that has it. */
export function WithoutAccount({ lacking }: { lacking: readonly Lacking[] }) {
  if (lacking.length === 0) return null
  const named = lacking.map(({ kind, lines }) => `${lineKindName(kind)} (${plural(lines, 'rad', 'rader')})`)
  const needed = new Set<ArticlePlace>(lacking.map(({ kind }) => articlePlaces[kind]))
  return (
    <p className="text-ink-soft">
      {`Konto saknas i filen för ${list.format(named)}. Kontot står på artikeln, under `}
      <Link to="/backoffice/settings/avtal">Inställningar, Avtal</Link>
      {'. '}
      {places.map((place) => needed.has(place) && <span key={place}>{placeTexts[place]}</span>)}
      Det kommer med på underlag som görs efter det.
    </p>
  )
}
