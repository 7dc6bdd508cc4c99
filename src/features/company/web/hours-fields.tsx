import { useWatch } from 'react-hook-form'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TimeField } from '#shared/ui/time-field.tsx'
import { dayChoiceDays, dayChoiceLabels, dayChoices } from '../opening-hours.rules.ts'
import { type FactsControl, Group, Wide } from './facts-group.tsx'
import { HoursPeriods } from './hours-periods.tsx'
import { listFacts } from './list-facts.ts'
import { RowsField } from './rows-field.tsx'

export const hoursLabels = {
  opens: 'Öppnar',
  closes: 'Stänger',
  dayHours: 'Dagar med andra tider',
  closedDays: 'Egna stängda dagar',
  ...dayChoiceDays,
  halfDayCloses: 'Halvdag stänger',
  hoursFrom: 'Tiderna gäller från',
} as const

const choices = dayChoices.map((value) => ({ value, label: dayChoiceLabels[value] }))

/** The opening hours, by which the public site and the portal show whether the company is open. */
export function HoursFields({ control }: { control: FactsControl }) {
  const isToCome = (useWatch({ control, name: 'hoursFrom' }) ?? '') > todayInStockholm()
  const field = <Name extends keyof typeof hoursLabels>(name: Name) => ({ control, name, label: hoursLabels[name] })
  return (
    <Group title="Öppettider, måndag till fredag">
      <TimeField {...field('opens')} isRequired />
      <TimeField {...field('closes')} isRequired />
      <Wide>
        <RowsField {...field('dayHours')} fact={listFacts.dayHours} />
      </Wide>
      <Wide>
        <RowsField {...field('closedDays')} fact={listFacts.closedDays} />
      </Wide>
      <Select {...field('eves')} choices={choices} />
      <Select {...field('halfDays')} choices={choices} />
      <TimeField {...field('halfDayCloses')} isRequired />
      <DateField
        {...field('hoursFrom')}
        hint={
          isToCome
            ? 'Tiderna ovan börjar gälla det datumet. Till dess gäller de nuvarande. Egna stängda dagar har egna datum.'
            : 'Ändrade tider gäller från i dag, om du inte anger ett annat datum. Egna stängda dagar har egna datum.'
        }
      />
      <HoursPeriods />
    </Group>
  )
}
