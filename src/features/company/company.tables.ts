// Tables of the company (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { DayChoice, FormerHours } from './opening-hours.rules.ts'
import type { PicturePlace } from './picture.contract.ts'
import type { AnswerField, SolveField } from './target-fields.rules.ts'

type Organizations = {
  id: string
  name: string
  orgNumber: string | null
  billingEmail: string | null
  paymentTerms: Generated<string>
  factorRequiredFrom: string | null
  vaultProofHours: Generated<number>
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type CompanyFacts = {
  orgId: string
  founded: Generated<number>
  phone: string | null
  emergencyPhone: string | null
  email: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  seat: string | null
  vatNumber: string | null
  opens: Generated<string>
  closes: Generated<string>
  groupLine: string | null
  founderName: string | null
  founderTitle: string | null
  founderStory: string | null
  areaServed: string | null
  services: string | null
  prices: string | null
  dayHours: string | null
  closedDays: string | null
  eves: Generated<DayChoice>
  halfDays: Generated<DayChoice>
  halfDayCloses: Generated<string>
  hoursFrom: string | null
  /** The first of a month; older time is never taken to an invoice basis. */
  billingFrom: Generated<string>
  people: string | null
  quotes: string | null
  certificates: string | null
  insurance: string | null
  fTax: Generated<boolean>
  mainColor: string | null
  accentColor: string | null
  version: Generated<number>
} & Record<AnswerField, Generated<number>> &
  Record<SolveField, number | null>

type FormerHoursRow = { orgId: string } & FormerHours

type CompanyPictures = { orgId: string; place: PicturePlace; fileId: string }

type HiddenChecklists = { orgId: string; hiddenAt: GeneratedAlways<string> }

declare module '#platform/database/schema.ts' {
  interface Schema {
    organizations: Organizations
    companyFacts: CompanyFacts
    formerHours: FormerHoursRow
    companyPictures: CompanyPictures
    hiddenChecklists: HiddenChecklists
  }
}
