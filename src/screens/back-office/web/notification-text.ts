import { enquiryKindLabels } from '#features/inbox/enquiries.contract.ts'
import type { StaffNotification } from '#features/inbox/staff-notifications.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { INBOX, TICKETS } from './menu-items.ts'

/** What has happened, and whose act it was. */
export function sentenceOf({ event, by, enquiry }: StaffNotification): string {
  const who = by && readableAddress(by)
  switch (event) {
    case 'given':
      if (enquiry) return `${who ?? 'En kollega'} har gett dig en förfrågan`
      return who ? `${who} har gett dig ärendet` : 'Du har fått ett återkommande ärende'
    case 'customer':
      return `${who ?? 'Kunden'} har skrivit`
    case 'new':
      if (enquiry) return `${enquiryKindLabels[enquiry.kind]} från ${who ?? 'okänd avsändare'}`
      return who ? `Nytt ärende från ${who}` : 'Nytt återkommande ärende'
    case 'due':
      return 'Du ville bli påmind'
    case 'mentioned':
      return `${who ?? 'En kollega'} har nämnt dig`
    case 'soon':
      return enquiry ? 'En förfrågan ska besvaras snart' : 'Ska besvaras snart'
    case 'late':
      return enquiry ? 'Svaret på en förfrågan är försenat' : 'Svaret är försenat'
    case 'alarm':
      return enquiry
        ? `Jour: en akut felanmälan från ${who ?? 'okänd avsändare'} väntar på att någon tar den`
        : 'Jour: ett akut ärende väntar på att någon tar det'
  }
}

/** '#1001 WiFi nere · Kajens Café', or how an enquiry begins. */
export function subjectOf({ ticket, enquiry }: StaffNotification): string {
  if (ticket) return `#${ticket.ticketNumber} ${ticket.title} · ${ticket.customerName}`
  return enquiry?.excerpt ?? ''
}

export const linkOf = ({ ticket, enquiry }: StaffNotification): string =>
  ticket ? `${TICKETS}/${ticket.id}` : `${INBOX}/${enquiry?.id ?? ''}`
