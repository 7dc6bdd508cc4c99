import { Select } from '#shared/ui/select.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TimeField } from '#shared/ui/time-field.tsx'
import { COMPANY_TEXT_MAX } from '../company.contract.ts'
import { dayChoiceLabels, dayChoices } from '../opening-hours.rules.ts'
import { type FactsControl, Group, Wide } from './facts-group.tsx'

export const hoursLabels = {
  opens: 'Öppnar',
  closes: 'Stänger',
  dayHours: 'Dagar med andra tider',
  closedDays: 'Egna stängda dagar',
  eves: 'Midsommarafton, julafton och nyårsafton',
  halfDays: 'Trettondagsafton, skärtorsdagen, valborg och allhelgonaafton',
  halfDayCloses: 'Halvdag stänger',
} as const

const choices = dayChoices.map((value) => ({ value, label: dayChoiceLabels[value] }))

/** The opening hours, by which the public site and the portal show whether the company is open. */
export function HoursFields({ control }: { control: FactsControl }) {
  const field = <Name extends keyof typeof hoursLabels>(name: Name) => ({ control, name, label: hoursLabels[name] })
  return (
    <Group title="Öppettider, måndag till fredag">
      <TimeField {...field('opens')} isRequired />
      <TimeField {...field('closes')} isRequired />
      <Wide>
        <TextArea
          {...field('dayHours')}
          rows={3}
          maxLength={COMPANY_TEXT_MAX}
          hint="En dag per rad, som ”Fredag: 08:00–12:00, 13:00–15:00” eller ”Lördag: 10:00–14:00”"
        />
      </Wide>
      <Wide>
        <TextArea
          {...field('closedDays')}
          rows={3}
          maxLength={COMPANY_TEXT_MAX}
          hint="Datum och namn, som ”2026-12-28–2026-12-30: Mellandagar”. Röda dagar är alltid stängda."
        />
      </Wide>
      <Select {...field('eves')} choices={choices} />
      <Select {...field('halfDays')} choices={choices} />
      <TimeField {...field('halfDayCloses')} isRequired />
    </Group>
  )
}
