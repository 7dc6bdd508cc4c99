import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisNumber } from '#features/billing/invoice-bases.rules.ts'
import { howSomebodyGetsIt, NO_MAIL_GOES, NOBODY_GETS_IT } from '#features/billing/invoice-basis-refusals.rules.ts'
import { SENDING_WAITS_SECONDS } from '#features/billing/month.contract.ts'
import { hasAddressee, isReported, unreportedOf, unreportedText } from '#features/billing/month-steps.rules.ts'
import { addresseesText } from '#features/billing/web/addressees-text.ts'
import { formatKronor, ore } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import type { Question } from './use-month-acts.ts'

type Props = { question: Question; onAnswer: () => void; onClose: () => void }

const questions = { mark: MarkQuestion, send: SendQuestion, bill: BillQuestion } as const

/** Asks once before an act on many customers, and says what it will do. */
export function MonthQuestion(props: Props) {
  const Asked = questions[props.question.about]
  return <Asked {...props} />
}

type FrameProps = Pick<Props, 'onAnswer' | 'onClose'> & { title: string; verb: string; children: React.ReactNode }

function Frame({ title, verb, children, onAnswer, onClose }: FrameProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <div className="mb-6 flex flex-col gap-3 text-base text-ink-soft">{children}</div>
      <DialogActions>
        <DialogCancel>{verb ? 'Avbryt' : 'Stäng'}</DialogCancel>
        {verb && (
          <Button variant="primary" onPress={onAnswer}>
            {verb}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function MarkQuestion({ question: { rows }, ...frame }: Props) {
  const count = rows.reduce((sum, row) => sum + unreportedOf(row), 0)
  return (
    <Frame title={`Markera ${plural(count, 'tidrad', 'tidrader')}?`} verb="Markera" {...frame}>
      <p>
        {`Tidraderna av ${plural(rows.length, 'kund', 'kunder')} markeras som rapporterade och flyttas till Arkiv, som av Månadsrapport.`}
      </p>
    </Frame>
  )
}

function SendQuestion({ question: { rows, isSendingMail }, ...frame }: Props) {
  const sent = rows.filter(hasAddressee)
  const nobody = rows.filter((row) => !hasAddressee(row))
  return (
    <Frame
      title={sent.length > 0 ? `Skicka ${plural(sent.length, 'underlag', 'underlag')}?` : NOBODY_GETS_IT}
      verb={sent.length > 0 ? 'Skicka' : ''}
      {...frame}
    >
      {sent.length > 0 && (
        <p>
          {`De går om ${SENDING_WAITS_SECONDS} sekunder, och kan ångras till dess. `}
          {isSendingMail
            ? 'De här får mejl, och läser underlaget i portalen eller som PDF:'
            : `${NO_MAIL_GOES} De här läser underlaget i portalen, så säg till dem:`}
        </p>
      )}
      <Customers rows={sent} text={({ addressees }) => addresseesText(addressees)} />
      {nobody.length > 0 && (
        <>
          <p className="font-medium text-ink">
            {sent.length > 0 ? `${NOBODY_GETS_IT}, och de skickas inte:` : 'De skickas inte:'}
          </p>
          <Customers
            rows={nobody}
            text={({ basis }) =>
              basis?.needsApproval ? howSomebodyGetsIt(isSendingMail) : 'Kan faktureras utan att skickas.'
            }
          />
        </>
      )}
    </Frame>
  )
}

function BillQuestion({ question: { rows, nextNumber }, ...frame }: Props) {
  const billed = rows.filter(isReported)
  const left = rows.filter((row) => !isReported(row))
  const sum = billed.reduce((all, { basis }) => all + (basis?.netOre ?? 0), 0)
  const numberAt = (index: number) => invoiceBasisNumber(nextNumber.year, nextNumber.number + index)
  return (
    <Frame
      title={
        billed.length > 0 ? `Fakturera ${plural(billed.length, 'underlag', 'underlag')}?` : 'Inget kan faktureras än'
      }
      verb={billed.length > 0 ? 'Fakturera' : ''}
      {...frame}
    >
      {billed.length > 0 && (
        <p>
          {`Summan är ${formatKronor(ore(sum))} utan moms. `}
          {billed.length === 1
            ? `Det får nummer ${numberAt(0)}`
            : `De får nummer ${numberAt(0)} till ${numberAt(billed.length - 1)}`}
          , om ingen annan fakturerar samtidigt.
        </p>
      )}
      {left.length > 0 && (
        <>
          <p className="font-medium text-ink">De här har tidrader att markera först:</p>
          <Customers rows={left} text={(row) => unreportedText(unreportedOf(row))} />
        </>
      )}
    </Frame>
  )
}

function Customers({ rows, text }: { rows: readonly MonthCustomer[]; text: (row: MonthCustomer) => string }) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
    <ul tabIndex={0} className="flex max-h-60 flex-col gap-1 overflow-y-auto rounded-md border border-line p-3 text-sm">
      {rows.map((row) => (
        <li key={row.customer.id} className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium text-ink">{row.customer.name}</span> {text(row)}
        </li>
      ))}
    </ul>
  )
}
