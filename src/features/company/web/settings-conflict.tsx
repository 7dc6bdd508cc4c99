import { type Fact, readableFact } from './fact-text.ts'

type Props<Row> = { labels: Partial<Record<keyof Row, string>>; opened: Row; current: Row }

/** The fields that somebody else has saved since the form was opened. */
export function SettingsConflict<Row extends object>({ labels, opened, current }: Props<Row>) {
  const changed = (Object.keys(labels) as (keyof Row)[]).filter((field) => opened[field] !== current[field])
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra. Så här står det nu:</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {changed.map((field) => (
          <div key={String(field)} className="contents">
            <dt className="text-ink-soft">{labels[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">
              {readableFact(String(field), current[field] as Fact)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-soft">
        Det du har skrivit står kvar, och fälten du inte rört visar det nya. Spara din version, eller ladda om sidan och
        behåll den som står.
      </p>
    </section>
  )
}
