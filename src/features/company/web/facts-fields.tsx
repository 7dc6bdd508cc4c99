import { useWatch } from 'react-hook-form'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { COMPANY_TEXT_MAX } from '../company.contract.ts'
import { isVatNumberOf, readVatNumber } from '../company.rules.ts'
import { targetLabels } from '../target-fields.rules.ts'
import { type FactsControl, type FactsValues, Group, Wide } from './facts-group.tsx'
import { HoursFields, hoursLabels } from './hours-fields.tsx'
import { listFacts } from './list-facts.ts'
import { RowsField } from './rows-field.tsx'
import { TargetFields } from './target-fields.tsx'
import { TrustFields, trustLabels } from './trust-fields.tsx'

export const factLabels = {
  phone: 'Telefon',
  emergencyPhone: 'Jourtelefon',
  email: 'E-post',
  address: 'Gatuadress',
  postalCode: 'Postnummer',
  city: 'Ort',
  ...hoursLabels,
  ...targetLabels,
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
  ...trustLabels,
} as const

const ABOUT_TARGETS =
  'Inom hur lång tid kunden får ert första svar, räknat i öppettiderna. Akut räknas dygnet runt om ni har en jourtelefon. ' +
  'Meddelanden från kontaktformuläret besvaras nästa arbetsdag. Löst inom kan lämnas tomt. Villkoren kan ha andra tider.'

type Props = { control: FactsControl; orgNumber: string | null }

export function FactsFields({ control, orgNumber }: Props) {
  const vatHint = useVatHint(control, orgNumber)
  const field = <Name extends keyof FactsValues>(name: Name) => ({ control, name, label: factLabels[name] })
  const line = <Name extends keyof FactsValues>(name: Name) => ({ ...field(name), autoComplete: 'off' }) as const
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
      <HoursFields control={control} />
      <Group title="Svarstider">
        <Wide>
          <p className="text-ink-soft text-sm">{ABOUT_TARGETS}</p>
        </Wide>
        <TargetFields control={control} isRequired />
      </Group>
      <Group title="Vad ni gör">
        <Wide>
          <TextField {...line('areaServed')} hint="Står efter ”Vi arbetar i”, som Uppsala och Enköping" />
        </Wide>
        <Wide>
          <RowsField {...field('services')} fact={listFacts.services} />
        </Wide>
        <Wide>
          <RowsField {...field('prices')} fact={listFacts.prices} />
        </Wide>
      </Group>
      <Group title="Om företaget">
        <TextField {...line('founderName')} />
        <TextField {...line('founderTitle')} />
        <Wide>
          <TextArea {...field('founderStory')} rows={6} maxLength={COMPANY_TEXT_MAX} />
        </Wide>
        <TextField {...line('founded')} inputMode="numeric" isRequired />
        <TextField {...line('seat')} hint="Orten i bolagsordningen" />
        <TextField {...line('vatNumber')} hint={vatHint} />
        <TextField {...line('groupLine')} hint="Står längst ned på webbplatsen" />
      </Group>
      <TrustFields control={control} />
    </>
  )
}

/** A hint instead of an error, since members of a VAT group have another number. */
function useVatHint(control: FactsControl, orgNumber: string | null) {
  const vatNumber = readVatNumber(useWatch({ control, name: 'vatNumber' }) ?? '')
  if (vatNumber && orgNumber && !isVatNumberOf(vatNumber, orgNumber))
    return `Stämmer inte med organisationsnumret ${orgNumber}. Det är rätt bara om ni hör till en momsgrupp.`
  return 'Som SE556703748501'
}
