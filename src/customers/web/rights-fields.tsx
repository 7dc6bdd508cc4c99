import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import { Checkbox } from '#lib/ui/checkbox.tsx'
import { RadioGroup } from '#lib/ui/radio-group.tsx'
import type { LoginRights } from '../logins.contract.ts'

const sights = [
  { value: 'company', label: 'Hela företaget', detail: 'Ser alla ärenden som kunden har' },
  { value: 'own', label: 'Egna ärenden', detail: 'Ser det personen har anmält eller får kopia av' },
] as const

/** The rights of a login as a form has them. */
export type RightsValues = { sees: string; mayApprove: boolean; getsCompanyMail: boolean }

export const rightsValues = ({ seesCompany, ...rights }: LoginRights): RightsValues => ({
  mayApprove: rights.mayApprove,
  getsCompanyMail: rights.getsCompanyMail,
  sees: seesCompany ? 'company' : 'own',
})

export const rightsOf = ({ sees, mayApprove, getsCompanyMail }: RightsValues): LoginRights => ({
  mayApprove,
  getsCompanyMail,
  seesCompany: sees === 'company',
})

export const rightsLabels: Record<keyof RightsValues, string> = {
  sees: 'Ser',
  mayApprove: 'Får godkänna tid',
  getsCompanyMail: 'Får mejl om hela företagets ärenden',
}

const yesOrNo = (is: boolean) => (is ? 'Ja' : 'Nej')

/** The rights of a login as an edit conflict shows them. */
export const rightsInWords = ({ seesCompany, mayApprove, getsCompanyMail }: LoginRights) => ({
  sees: seesCompany ? 'Hela företaget' : 'Egna ärenden',
  mayApprove: yesOrNo(mayApprove),
  getsCompanyMail: yesOrNo(getsCompanyMail),
})

type Props<Values extends RightsValues, Out> = { control: Control<Values, unknown, Out> }

/** What a login sees and may do, in any form that has these values. */
export function RightsFields<Values extends RightsValues, Out>({ control }: Props<Values, Out>) {
  const path = (name: keyof RightsValues) => name as FieldPath<Values>
  const sees: unknown = useWatch({ control, name: path('sees') })
  return (
    <>
      <RadioGroup control={control} name={path('sees')} label={rightsLabels.sees} choices={sights} />
      <div>
        <Checkbox control={control} name={path('mayApprove')} label={rightsLabels.mayApprove} />
        {sees === 'company' && (
          <Checkbox control={control} name={path('getsCompanyMail')} label={rightsLabels.getsCompanyMail} />
        )}
      </div>
    </>
  )
}
