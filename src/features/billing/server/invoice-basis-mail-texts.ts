// The texts of mails about an invoice basis (docs/decisions/128).
import type { InvoiceBasisNews } from './change-invoice-basis.queries.ts'

type Values = {
  month: string
  customer: string
  amount: string
  number: string
  needsApproval: boolean
  /** The day from which it counts as approved without an answer; null for never. */
  silentOn: string | null
  /** Whether rows have changed since, or prices alone. */
  hasChangedRows: boolean
  /** Whether the PDF is attached, which an invoice basis may be too large for. */
  isAttached: boolean
}
type MailText = (values: Values) => { subject: string; text: string }

/** Approvers read it in the portal; the invoice address gets the PDF alone; the sender is of the staff. Null: no mail. */
export type MailRecipient = 'approvers' | 'invoiceAddress' | 'sender'

const silently = ({ silentOn }: Values) =>
  silentOn === null ? '' : ` Har ingen svarat före ${silentOn} räknas underlaget som godkänt, enligt villkoren.`

const isApprovedOtherwise = (values: Values) =>
  values.needsApproval
    ? ` Hör av dig till oss: är det godkänt, eller är något oklart?${silently(values)}`
    : ' Hör av dig till oss om något är oklart.'

const toApprove: MailText = (values) => ({
  subject: `Underlag för ${values.month} att godkänna`,
  text: `Underlaget för ${values.month} är klart: ${values.amount}. Läs raderna, fråga om något är oklart och godkänn.${silently(values)} Underlaget finns här:`,
})

const attached: MailText = (values) => ({
  subject: values.needsApproval ? `Underlag för ${values.month} att godkänna` : `Underlag för ${values.month}`,
  text: values.isAttached
    ? `Underlaget för ${values.month} är bifogat som PDF: ${values.amount}.${isApprovedOtherwise(values)}`
    : `Underlaget för ${values.month} är klart: ${values.amount}. Det har för många rader för att bifogas som PDF. Svara på mejlet, så skickar vi raderna på annat sätt.${isApprovedOtherwise(values)}`,
})

/** What the customer and the member of staff who sent the basis are told of a change. */
export const invoiceBasisMails: Record<InvoiceBasisNews, Record<MailRecipient, MailText | null>> = {
  sent: { approvers: toApprove, invoiceAddress: attached, sender: null },
  'sent-again': { approvers: toApprove, invoiceAddress: attached, sender: null },
  reminder: {
    approvers: (values) => ({
      subject: `Påminnelse: underlag för ${values.month} att godkänna`,
      text: `Underlaget för ${values.month} väntar på att du godkänner det: ${values.amount}. Läs raderna och godkänn, eller fråga om något är oklart.${silently(values)} Underlaget finns här:`,
    }),
    invoiceAddress: null,
    sender: null,
  },
  outdated: {
    approvers: ({ month, hasChangedRows }) => ({
      subject: `Underlaget för ${month} ändras`,
      text: hasChangedRows
        ? `Rader i underlaget för ${month} har ändrats. Om det var godkänt gäller godkännandet inte längre. Du får ett nytt underlag att läsa och godkänna.`
        : `Priser i underlaget för ${month} har ändrats. Du får ett nytt underlag att läsa och godkänna.`,
    }),
    invoiceAddress: ({ month }) => ({
      subject: `Underlaget för ${month} ändras`,
      text: `Något i underlaget för ${month} har ändrats. Det du har fått gäller inte längre. Du får ett nytt.`,
    }),
    sender: ({ month, customer, hasChangedRows }) => ({
      subject: `Underlaget för ${customer}, ${month}, är inaktuellt`,
      text: hasChangedRows
        ? `Tid, resor eller material för ${customer} i ${month} har ändrats sedan underlaget skickades. Om kunden hade godkänt gäller det inte längre. Skapa ett nytt underlag och skicka det:`
        : `Priser för ${customer} i ${month} har ändrats sedan underlaget skickades. Skapa ett nytt underlag och skicka det:`,
    }),
  },
  'approved-outdated': {
    approvers: null,
    invoiceAddress: null,
    sender: ({ month, customer, amount }) => ({
      subject: `Priser har ändrats i det godkända underlaget för ${customer}, ${month}`,
      text: `${customer} har godkänt underlaget för ${month}: ${amount}. Priser har ändrats sedan dess, och det kan inte faktureras förrän någon har valt. Behåll det godkända, eller skapa ett nytt underlag:`,
    }),
  },
  approved: {
    approvers: null,
    invoiceAddress: null,
    sender: ({ month, customer, amount }) => ({
      subject: `${customer} har godkänt ${month}`,
      text: `${customer} har godkänt underlaget för ${month}: ${amount}. Fakturera det här:`,
    }),
  },
  'approved-silently': {
    approvers: ({ month, amount }) => ({
      subject: `Underlaget för ${month} räknas som godkänt`,
      text: `Ingen har svarat om underlaget för ${month}: ${amount}. Enligt villkoren räknas det nu som godkänt. Fram till att det faktureras kan du ta tillbaka godkännandet här:`,
    }),
    invoiceAddress: ({ month, amount }) => ({
      subject: `Underlaget för ${month} räknas som godkänt`,
      text: `Ingen har svarat om underlaget för ${month}: ${amount}. Enligt villkoren räknas det nu som godkänt. Hör av dig till oss innan det faktureras om något är fel.`,
    }),
    sender: ({ month, customer, amount }) => ({
      subject: `Underlaget för ${customer}, ${month}, är godkänt enligt villkoren`,
      text: `${customer} har inte svarat om underlaget för ${month}: ${amount}. Enligt villkoren räknas det som godkänt. Fakturera det här:`,
    }),
  },
  'approval-withdrawn': {
    approvers: null,
    invoiceAddress: null,
    sender: ({ month, customer }) => ({
      subject: `${customer} har tagit tillbaka godkännandet av ${month}`,
      text: `${customer} har tagit tillbaka sitt godkännande av underlaget för ${month}. Fakturera det inte. Fråga kunden vad som ska ändras, eller vänta på ett nytt godkännande:`,
    }),
  },
  asked: {
    approvers: null,
    invoiceAddress: null,
    sender: ({ month, customer }) => ({
      subject: `${customer} frågar om underlaget för ${month}`,
      text: `${customer} har frågat om en rad i underlaget för ${month}. Läs och svara här:`,
    }),
  },
  answered: {
    approvers: (values) => ({
      subject: `Svar om underlaget för ${values.month}`,
      text: `Vi har svarat på en fråga om en rad i underlaget för ${values.month}.${silently(values)} Läs svaret här:`,
    }),
    invoiceAddress: null,
    sender: null,
  },
  withdrawn: {
    approvers: ({ month, number }) => ({
      subject: `Underlag ${number} har tagits tillbaka`,
      text: `Underlag ${number} för ${month} har tagits tillbaka. Du får ett nytt underlag att läsa och godkänna.`,
    }),
    invoiceAddress: ({ month, number }) => ({
      subject: `Underlag ${number} har tagits tillbaka`,
      text: `Underlag ${number} för ${month} har tagits tillbaka. Du får ett nytt.`,
    }),
    sender: null,
  },
}
