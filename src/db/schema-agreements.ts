// Tables of agreements (schema.ts).
import type { GeneratedAlways } from 'kysely'
import type { Terms as TermsOfWork } from '#agreements/terms.rules.ts'

type Terms = TermsOfWork & {
  orgId: string
  id: string
  /** Versions of the same terms; the first has its own id here. */
  seriesId: string
  number: number
  name: string
  needsApproval: boolean
  createdBy: string | null
  createdAt: GeneratedAlways<string>
}

/** Without terms the customer has no agreement from the date. */
type Agreements = { orgId: string; customerId: string; validFrom: string; termsId: string | null }
type DefaultTerms = { orgId: string; validFrom: string; termsId: string }
type VatRates = { orgId: string; validFrom: string; percent: number }

export type AgreementTables = {
  terms: Terms
  agreements: Agreements
  defaultTerms: DefaultTerms
  vatRates: VatRates
}
