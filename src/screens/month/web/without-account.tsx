import { workLineKinds } from '#features/billing/articles.rules.ts'
import { lineKindName } from '#features/billing/invoice-lines.rules.ts'
import type { WithoutAccount as Lacking } from '#features/billing/ledger-fields.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Link } from '#shared/ui/link.tsx'

const list = new Intl.ListFormat('sv-SE')

/** The lines of the month's file that have no account; those of work and fees get one by their article. */
export function WithoutAccount({ lacking }: { lacking: readonly Lacking[] }) {
  if (lacking.length === 0) return null
  const named = lacking.map(({ kind, lines }) => `${lineKindName(kind)} (${plural(lines, 'rad', 'rader')})`)
  const ofSettings: readonly string[] = workLineKinds
  return (
    <p className="text-ink-soft">
      {`Konto saknas i filen för ${list.format(named)}. `}
      {lacking.some(({ kind }) => ofSettings.includes(kind)) && (
        <Link to="/backoffice/settings/avtal">Välj artiklar för arbete och månadsavgift</Link>
      )}
    </p>
  )
}
