import { readableAddress } from '../email.rules.ts'

type Props<Field extends string> = {
  /** 'Någon annan hann ändra kunden. Så här står det nu:' */
  title: string
  /** The fields of the row in the order of the form. */
  labels: Record<Field, string>
  row: Record<Field, string | null>
  hint?: string
}

const HINT =
  'Det du har skrivit står kvar nedanför, och fälten du inte rört visar det nya. Spara din version, eller avbryt och behåll den som står.'

/** The current row after an edit conflict, shown above the form, which still has the user's input. */
export function EditConflict<Field extends string>({ title, labels, row, hint = HINT }: Props<Field>) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {(Object.keys(labels) as Field[]).map((field) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{labels[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap">{readableAddress(row[field] ?? '-')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-soft">{hint}</p>
    </section>
  )
}
