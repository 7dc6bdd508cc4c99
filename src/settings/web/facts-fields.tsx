import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { TextArea } from '#lib/ui/text-area.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { TimeField } from '#lib/ui/time-field.tsx'
import { COMPANY_TEXT_MAX, type CompanyFactsForm } from '../company.contract.ts'
import { isVatNumberOf, readVatNumber } from '../company.rules.ts'

export const factLabels = {
  phone: 'Telefon',
  emergencyPhone: 'Jourtelefon',
  email: 'E-post',
  address: 'Gatuadress',
  postalCode: 'Postnummer',
  city: 'Ort',
  opens: 'Öppnar',
  closes: 'Stänger',
  areaServed: 'Område ni arbetar i',
  services: 'Tjänster',
  prices: 'Priser',
  founded: 'Grundat år',
  founderName: 'Grundarens namn',
  founderTitle: 'Grundarens titel',
  founderStory: 'Grundarens berättelse',
  seat: 'Säte',
  vatNumber: 'Momsregistreringsnummer',
  groupLine: 'Rad om koncernen',
} as const

export type FactsValues = z.input<typeof CompanyFactsForm>
type FieldsControl = Control<FactsValues, unknown, z.output<typeof CompanyFactsForm>>
type Props = { control: FieldsControl; orgNumber: string | null }

export function FactsFields({ control, orgNumber }: Props) {
  const vatHint = useVatHint(control, orgNumber)
  const field = <Name extends keyof FactsValues>(name: Name) => ({ control, name, label: factLabels[name] })
  const line = <Name extends keyof FactsValues>(name: Name) => ({ ...field(name), autoComplete: 'off' }) as const
  const text = <Name extends keyof FactsValues>(name: Name) => ({ ...field(name), maxLength: COMPANY_TEXT_MAX })
  return (
    <>
      <Group title="Kontakt">
        <TextField {...line('phone')} type="tel" />
        <TextField {...line('emergencyPhone')} type="tel" hint="Svarar dygnet runt" />
        <TextField {...line('email')} type="email" />
        <TextField {...line('address')} />
        <TextField {...line('postalCode')} inputMode="numeric" />
        <TextField {...line('city')} />
      </Group>
      <Group title="Öppettider, måndag till fredag">
        <TimeField {...field('opens')} isRequired />
        <TimeField {...field('closes')} isRequired />
      </Group>
      <Group title="Vad ni gör">
        <Wide>
          <TextField {...line('areaServed')} hint="Står efter ”Vi arbetar i”, som Uppsala och Enköping" />
        </Wide>
        <Wide>
          <TextArea
            {...text('services')}
            rows={5}
            hint="En tjänst per rad, som ”Datorhjälp: Vi kommer hem till dig.” Lämnas det tomt visas de fem vanliga."
          />
        </Wide>
        <Wide>
          <TextArea
            {...text('prices')}
            rows={5}
            hint="Ett pris per rad, som ”Support på plats: 1 190 kr per timme”. Lämnas det tomt visas inga priser."
          />
        </Wide>
      </Group>
      <Group title="Om företaget">
        <TextField {...line('founderName')} />
        <TextField {...line('founderTitle')} />
        <Wide>
          <TextArea {...text('founderStory')} rows={6} />
        </Wide>
        <TextField {...line('founded')} inputMode="numeric" isRequired />
        <TextField {...line('seat')} hint="Orten i bolagsordningen" />
        <TextField {...line('vatNumber')} hint={vatHint} />
        <TextField {...line('groupLine')} hint="Står längst ned på webbplatsen" />
      </Group>
    </>
  )
}

/** Members of a VAT group have another number, so a difference is a hint and not an error. */
function useVatHint(control: FieldsControl, orgNumber: string | null) {
  const vatNumber = readVatNumber(useWatch({ control, name: 'vatNumber' }) ?? '')
  if (vatNumber && orgNumber && !isVatNumberOf(vatNumber, orgNumber))
    return `Stämmer inte med organisationsnumret ${orgNumber}. Det är rätt bara om ni hör till en momsgrupp.`
  return 'Som SE556703748501'
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="float-left mb-3 w-full font-semibold">{title}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>
