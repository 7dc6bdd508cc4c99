import { type Contact, contactFields, contactLabels } from '../contacts.contract.ts'

/** The current row after an edit conflict, above the form that keeps the user's input. */
export function ContactConflict({ contact }: { contact: Contact }) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra kontakten. Så här står det nu:</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {contactFields.map((field) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{contactLabels[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap">{contact[field] ?? '-'}</dd>
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
