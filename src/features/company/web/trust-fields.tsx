import { Checkbox } from '#shared/ui/checkbox.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { COMPANY_TEXT_MAX } from '../company.contract.ts'
import { type FactsControl, Group, Wide } from './facts-group.tsx'

export const trustLabels = {
  people: 'Personer',
  quotes: 'Vad kunder säger',
  certificates: 'Certifikat',
  insurance: 'Försäkring',
  fTax: 'Godkänd för F-skatt',
} as const

/** Facts that help a visitor to trust the company. */
export function TrustFields({ control }: { control: FactsControl }) {
  const field = <Name extends keyof typeof trustLabels>(name: Name) => ({ control, name, label: trustLabels[name] })
  const text = <Name extends keyof typeof trustLabels>(name: Name) =>
    ({ ...field(name), maxLength: COMPANY_TEXT_MAX, rows: 3 }) as const
  return (
    <Group title="Varför man kan lita på er">
      <Wide>
        <TextArea {...text('people')} hint="En person per rad, som ”Elin Norrby: Tekniker”" />
      </Wide>
      <Wide>
        <TextArea
          {...text('quotes')}
          hint="Ett citat per rad, som ”Anna Berg, Kajens Café: De kom samma dag.” Fråga kunden först."
        />
      </Wide>
      <Wide>
        <TextArea {...text('certificates')} hint="Ett per rad" />
      </Wide>
      <TextField {...field('insurance')} autoComplete="off" hint="Som ”Ansvarsförsäkring 10 miljoner kr”" />
      <Checkbox {...field('fTax')} />
    </Group>
  )
}
