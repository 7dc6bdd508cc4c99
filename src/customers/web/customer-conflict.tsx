import { type Customer, customerFields, customerLabels } from '../customers.contract.ts'

/** The current row after an edit conflict, above the form that keeps the user's input. */
export function CustomerConflict({ customer }: { customer: Customer }) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra kunden. Så här står det nu:</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {customerFields.map((field) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{customerLabels[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap">{customer[field] ?? '-'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-soft">
        Det du har skrivit står kvar nedanför, och fälten du inte rört visar det nya. Spara din version, eller avbryt
        och behåll den som står.
      </p>
    </section>
  )
}
