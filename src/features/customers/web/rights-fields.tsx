import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import type { LoginRights } from '../logins.contract.ts'
import { type PortalRight, portalRightNames, portalRights, rightText } from '../portal-rights.rules.ts'

const sights = [
  { value: 'company', label: portalRights.seesCompany.yes, detail: 'Ser alla ärenden som kunden har' },
  { value: 'own', label: portalRights.seesCompany.no, detail: 'Ser det personen har anmält eller får kopia av' },
] as const

/** Rights that are checkboxes: all but `seesCompany`, which is a choice of two. */
type Tick = Exclude<PortalRight, 'seesCompany'>
const ticks = portalRightNames.filter((right) => right !== 'seesCompany')

/** An object with a value for every right that is a checkbox. */
export const mapTicks = <T,>(choose: (right: Tick) => T) =>
  Object.fromEntries(ticks.map((right) => [right, choose(right)])) as Record<Tick, T>

/** The values of a login's rights in a form. */
export type RightsValues = { sees: string } & Record<Tick, boolean>

export const rightsValues = (rights: LoginRights): RightsValues => ({
  sees: rights.seesCompany ? 'company' : 'own',
  ...mapTicks((right) => rights[right]),
})

export const rightsOf = ({ sees, ...values }: RightsValues): LoginRights => ({
  seesCompany: sees === 'company',
  ...mapTicks((right) => values[right]),
})

export const rightsLabels: Record<keyof RightsValues, string> = {
  sees: portalRights.seesCompany.label,
  ...mapTicks((right) => portalRights[right].label),
}

/** The texts of a login's rights in an edit conflict. */
export const rightsText = (rights: LoginRights) => ({
  sees: rightText('seesCompany', rights.seesCompany),
  ...mapTicks((right) => rightText(right, rights[right])),
})

type Props<Values extends RightsValues, Out> = { control: Control<Values, unknown, Out> }

/** Fields for what a login may see and do, for any form with these values. */
export function RightsFields<Values extends RightsValues, Out>({ control }: Props<Values, Out>) {
  const path = (name: keyof RightsValues) => name as FieldPath<Values>
  const sees: unknown = useWatch({ control, name: path('sees') })
  const shown = ticks.filter((right) => sees === 'company' || !portalRights[right].needsCompany)
  return (
    <>
      <RadioGroup control={control} name={path('sees')} label={rightsLabels.sees} choices={sights} />
      <div>
        {shown.map((right) => (
          <Checkbox key={right} control={control} name={path(right)} label={rightsLabels[right]} />
        ))}
      </div>
    </>
  )
}
