import type { CompanyFacts } from '#features/company/company.contract.ts'
import type { FormerHours } from '#features/company/opening-hours.rules.ts'
import type { PublicPictures } from '#features/company/picture.contract.ts'

type Facts = Omit<CompanyFacts, 'version'>

/**
 * The company facts on the public site. A null fact is omitted, never replaced by a placeholder; all are null before
 * there is a company.
 */
export type PublicFacts = {
  name: string
  orgNumber: string | null
  mainColor: string | null
  accentColor: string | null
  /** The address of the stylesheet of its own colours. */
  stylesheet: string | null
  pictures: PublicPictures
  formerHours: FormerHours[]
} & { [Name in keyof Facts]: Facts[Name] | null }
