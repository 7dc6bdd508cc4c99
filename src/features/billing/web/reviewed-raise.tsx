import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Link } from '#shared/ui/link.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { TableSelection, useSelected } from '#shared/ui/table-selection.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { invoiceBasisPath, invoiceBasisStateLabels } from '../invoice-bases.rules.ts'
import { ChangedPreview, type RaiseInput, type RaisePreview, type RaiseRow } from '../price-raises.contract.ts'
import { addresseesText } from './addressees-text.ts'
import { useRaisePrices } from './price-raises.api.ts'
import { RaiseTable } from './raise-preview.tsx'
import { outcomeText, raisedName } from './raise-text.ts'

type Props = {
  input: RaiseInput
  preview: RaisePreview
  /** Called with the preview as it is now, when it has changed meanwhile. */
  onChanged: (preview: RaisePreview) => void
  doneTo: string
}
type Difference = { id: string; name: string; text: string }

/** A raise as it was reviewed: what can be raised is selected at first. */
export function ReviewedRaise({ input, preview, onChanged, doneTo }: Props) {
  const selection = useRaisable(preview)
  const [sendsMail, setSendsMail] = useState(false)
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const { selected } = useSelected(selection)
  const { mutateAsync, isPending } = useRaisePrices()
  const idempotency = useIdempotencyKey()
  const navigate = useNavigate()
  const chosen = preview.rows.filter(({ id, stop }) => stop === null && selected.has(id))
  const press = async () => {
    const isChosen = new Set(chosen.map(({ id }) => id))
    const seen = preview.rows.map(({ id, state }) => ({ id, state, isChosen: isChosen.has(id) }))
    const raise = { ...input, seen, sendsMail }
    try {
      const { raised, mails } = await mutateAsync({ raise, idempotencyKey: idempotency.keyFor(raise) })
      const told = mails > 0 ? plural(mails, 'kund får mejl', 'kunder får mejl') : ''
      showToast({ title: plural(raised, 'pris höjt', 'priser höjda'), text: told, tone: 'success' })
      await navigate(doneTo)
    } catch (error) {
      showFailure('Kunde inte höja priserna', error)
      const changed = error instanceof CallError ? ChangedPreview.safeParse(error.current).data : undefined
      if (!changed) return
      setDifferences(differencesOf(preview.rows, changed))
      onChanged(changed.preview)
    }
  }
  return (
    <section aria-label="Granska höjningen" className="grid grid-cols-1 gap-5">
      {differences.length > 0 && <Differences differences={differences} />}
      <RaiseTable subject={input.subject} preview={preview} selection={selection} chosen={chosen} />
      {chosen.length > 0 && (
        <>
          <Bases bases={preview.bases} />
          {preview.isSendingMail ? (
            <Recipients recipients={recipientsOf(chosen, preview)} sendsMail={sendsMail} onChange={setSendsMail} />
          ) : (
            <p className="text-ink-soft">Kunderna får inget mejl om de nya priserna, för e-post är inte inställd.</p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="primary" isPending={isPending} pendingText="Höjer …" onPress={() => void press()}>
              {`Höj ${plural(chosen.length, 'pris', 'priser')} från ${input.from}`}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** The rows that can be raised; those that a later preview adds are not selected. */
function useRaisable({ rows }: RaisePreview) {
  const [selection] = useState(() => TableSelection.ofAll(raisableOf(rows)))
  useEffect(() => selection.setKeys(raisableOf(rows)), [selection, rows])
  return selection
}
const raisableOf = (rows: readonly RaiseRow[]) => rows.flatMap(({ id, stop }) => (stop === null ? [id] : []))

/** What is other than it was reviewed. */
function differencesOf(seen: readonly RaiseRow[], { preview, differs }: ChangedPreview): Difference[] {
  return differs.flatMap((id) => {
    const before = seen.find((row) => row.id === id)
    const now = preview.rows.find((row) => row.id === id)
    const named = now ?? before
    if (!named) return []
    const text = !now ? 'finns inte längre' : before ? `nu ${outcomeText(now)}` : `ny, ${outcomeText(now)}`
    return [{ id, name: raisedName(named), text }]
  })
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h2 className="font-semibold">Ändrat sedan du granskade</h2>
      <ul className="mt-2 grid gap-1">
        {differences.map(({ id, name, text }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{name}</span> – {text}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">Inget har höjts. Tabellen visar hur det är nu.</p>
    </section>
  )
}

function Bases({ bases }: Pick<RaisePreview, 'bases'>) {
  if (bases.length === 0) return null
  return (
    <section aria-labelledby="raise-bases" className="grid gap-1">
      <h2 id="raise-bases" className="font-semibold">
        Underlag som kontrolleras
      </h2>
      <p className="text-ink-soft">De är skickade eller godkända. Ändras summan står det på underlaget.</p>
      <ul>
        {bases.map(({ id, customer, month, state }) => (
          <li key={id}>
            <Link to={invoiceBasisPath(id)}>{`${customer}, ${formatMonth(month)}`}</Link>{' '}
            <span className="text-ink-soft">{invoiceBasisStateLabels[state].toLocaleLowerCase('sv-SE')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The recipients that the chosen prices concern. */
function recipientsOf(chosen: readonly RaiseRow[], { recipients }: RaisePreview) {
  const concerned = new Set(
    chosen.flatMap(({ customer, followers }) => [
      customer?.id,
      ...followers.filter(({ keepsUntil }) => keepsUntil === null).map((follower) => follower.customer.id),
    ]),
  )
  return recipients.filter(({ customer }) => concerned.has(customer.id))
}

type RecipientsProps = {
  recipients: RaisePreview['recipients']
  sendsMail: boolean
  onChange: (sendsMail: boolean) => void
}

function Recipients({ recipients, sendsMail, onChange }: RecipientsProps) {
  const told = recipients.filter(({ addressees }) => addressees.length > 0).length
  return (
    <section aria-label="Mejl" className="grid gap-2">
      <SwitchInput label="Mejla kunderna om de nya priserna" value={sendsMail} onChange={onChange} />
      {sendsMail && (
        <details open={recipients.length <= 10} className="text-sm">
          <summary className="cursor-pointer text-ink-soft">
            {told === 0 ? 'Ingen av kunderna får mejl' : `${plural(told, 'kund får', 'kunder får')} ett mejl`}
          </summary>
          <ul className="mt-1 grid gap-0.5">
            {recipients.map(({ customer, addressees }) => (
              <li key={customer.id} className="wrap-anywhere">
                <span className="font-medium">{customer.name}</span>{' '}
                <span className="text-ink-soft">
                  {addressees.length > 0 ? addresseesText(addressees) : 'Ingen får underlagen, så inget mejl går'}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
