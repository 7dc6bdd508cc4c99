import type { RefObject } from 'react'
import { formatDateTime } from '#shared/ui/format.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'

const by = (name: string | null) => (name ? ` av ${name}` : '')
const because = (reason: string | null) => (reason ? `: ${reason}` : '')

/** Texts of the customer's approvals: the ended ones, then the current one. */
export function approvalEvents({ approvedAt, approvedName, approvalNote, endedApprovals }: InvoiceBasis): string[] {
  const ended = endedApprovals.flatMap((one) => [
    `Godkänt ${formatDateTime(one.approvedAt)}${by(one.approvedName)}${because(one.approvalNote)}`,
    one.endedName === null
      ? `Godkännandet upphörde ${formatDateTime(one.endedAt)}, när något ändrades`
      : `Godkännandet tillbakataget ${formatDateTime(one.endedAt)}${by(one.endedName)}`,
  ])
  return approvedAt
    ? [...ended, `Godkänt ${formatDateTime(approvedAt)}${by(approvedName)}${because(approvalNote)}`]
    : ended
}

/** The events in order, with their actors. `line` is the ref of the latest approval event. */
export function InvoiceBasisHistory({ basis, line }: { basis: InvoiceBasis; line: RefObject<HTMLLIElement | null> }) {
  const approvals = approvalEvents(basis)
  const before = [
    `Gjort ${formatDateTime(basis.createdAt)}${by(basis.createdBy)}`,
    basis.sentAt && `Skickat ${formatDateTime(basis.sentAt)}${by(basis.sentBy)}`,
    basis.resentAt &&
      `Skickat igen ${formatDateTime(basis.resentAt)}${by(basis.resentBy)}: kom inte fram till ${basis.resentAfter?.join(' och ')}`,
    basis.remindedAt && `Kunden påmind ${formatDateTime(basis.remindedAt)}`,
  ]
  const after = [
    basis.keptAt &&
      `Det godkända behölls ${formatDateTime(basis.keptAt)}${by(basis.keptBy)}${because(basis.keptReason)}`,
    basis.billedAt && `Fakturerat ${formatDateTime(basis.billedAt)}${by(basis.billedBy)}`,
    basis.endedAt &&
      `${basis.reason === null ? 'Ersatt' : 'Tillbakataget'} ${formatDateTime(basis.endedAt)}${by(basis.endedBy)}${because(basis.reason)}`,
  ]
  return (
    <ul className="text-ink-soft" aria-label="Händelser">
      {before.map((event) => event && <li key={event}>{event}</li>)}
      {approvals.map((event, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and events of one minute may be alike
          key={index}
          {...(index === approvals.length - 1 && { ref: line, tabIndex: -1 })}
          className="w-fit rounded-sm"
        >
          {event}
        </li>
      ))}
      {after.map((event) => event && <li key={event}>{event}</li>)}
    </ul>
  )
}
