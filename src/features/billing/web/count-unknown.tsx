import { Card } from '#shared/ui/card.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import type { Match } from '../counted.contract.ts'

type Props = {
  title: string
  matches: readonly Match[]
  chosen: ReadonlyMap<string, string>
  onChoose: (chosen: ReadonlyMap<string, string>) => void
}

const SHOWN_MAX = 50

/** The texts of a list that mean nothing in the register, with what they may mean to choose from. */
export function UnknownTexts({ title, matches, chosen, onChoose }: Props) {
  const unknown = matches.filter(({ id }) => id === null)
  if (unknown.length === 0) return null
  const choose = (text: string, id: string) => onChoose(new Map([...chosen, [text, id]]))
  return (
    <Card title={title}>
      <div className="grid gap-4 sm:grid-cols-2">
        {unknown.slice(0, SHOWN_MAX).map(({ text, candidates }) =>
          candidates.length === 0 ? (
            <p key={text} className="wrap-anywhere">
              {text}{' '}
              <span className="block text-ink-soft text-sm">
                Inget liknar den. Rätta filen, eller lägg upp den först.
              </span>
            </p>
          ) : (
            <SelectInput
              key={text}
              label={text}
              value={chosen.get(text) ?? ''}
              onChange={(id) => choose(text, id)}
              choices={candidates.map(({ id, label }) => ({ value: id, label }))}
              emptyLabel="Hoppa över"
            />
          ),
        )}
      </div>
      {unknown.length > SHOWN_MAX && <p className="mt-3 text-ink-soft">De {SHOWN_MAX} första visas.</p>}
    </Card>
  )
}
