import { Checkbox } from '#shared/ui/checkbox.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { type FactsControl, Group, Wide } from './facts-group.tsx'
import { listFacts } from './list-facts.ts'
import { RowsField } from './rows-field.tsx'

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
  return (
    <Group title="Varför man kan lita på er">
      <Wide>
        <RowsField {...field('people')} fact={listFacts.people} />
      </Wide>
      <Wide>
        <RowsField {...field('quotes')} fact={listFacts.quotes} />
      </Wide>
      <Wide>
        <RowsField {...field('certificates')} fact={listFacts.certificates} />
      </Wide>
      <TextField {...field('insurance')} autoComplete="off" hint="Som ”Ansvarsförsäkring 10 miljoner kr”" />
      <Checkbox {...field('fTax')} />
    </Group>
  )
}
