import { expect, test } from 'vitest'
import { invoiceBasisMails } from './invoice-basis-mail-texts.ts'

const values = {
  month: 'oktober 2026',
  customer: 'Åkeriet AB',
  amount: '1 000,00 kr utan moms',
  number: '',
  needsApproval: true,
  silentOn: '2026-11-18',
  hasChangedRows: true,
  isAttached: true,
}

test('each mail that asks for an answer tells the exact day from which silence counts', () => {
  const { sent, 'sent-again': again, reminder, answered } = invoiceBasisMails
  for (const mail of [
    sent.approvers,
    sent.invoiceAddress,
    again.invoiceAddress,
    reminder.approvers,
    answered.approvers,
  ]) {
    expect(mail?.(values).text).toContain(
      'Har ingen svarat före 2026-11-18 räknas underlaget som godkänt, enligt villkoren.',
    )
    expect(mail?.({ ...values, silentOn: null }).text).not.toContain('räknas')
  }
})

test('the invoice address is asked only for what the terms need', () => {
  const textOf = (needsApproval: boolean) =>
    invoiceBasisMails.sent.invoiceAddress?.({ ...values, needsApproval, silentOn: null }).text
  expect(textOf(true)).toMatch(/är det godkänt, eller är något oklart\?$/)
  expect(textOf(false)).toMatch(/Hör av dig till oss om något är oklart\.$/)
})

test('the invoice address is told of a PDF only where one is attached, and else how to get the rows', () => {
  const textOf = (isAttached: boolean) => invoiceBasisMails.sent.invoiceAddress?.({ ...values, isAttached }).text
  expect(textOf(true)).toContain('är bifogat som PDF')
  expect(textOf(false)).not.toContain('är bifogat')
  expect(textOf(false)).toContain('Svara på mejlet, så skickar vi raderna på annat sätt.')
})

test('a mail about an outdated basis names what has changed', () => {
  const { approvers, sender } = invoiceBasisMails.outdated
  for (const mail of [approvers, sender]) {
    expect(mail?.({ ...values, hasChangedRows: false }).text).toMatch(/^Priser .* har ändrats/)
    expect(mail?.({ ...values, hasChangedRows: false }).text).not.toContain('gäller')
    expect(mail?.({ ...values, hasChangedRows: true }).text).toMatch(/^(Rader|Tid, resor eller material) /)
  }
})
