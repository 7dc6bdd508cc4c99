// Each word of a mail is in its text or in its folded text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldMail, type SentMail } from './quotation.rules.ts'

const sent: SentMail = {
  subject: '[#1234] WiFi nere',
  text: 'Hej Kim,\n\nAnna Berg på Nordnät AB har svarat:\n\nVi byter routern i dag.\nVilket serienummer har enheten?\nLyser lampan rött?\n\nLäs och svara:\nhttps://support.nordnat.example/customer-portal/tickets/0193\n\nNordnät AB\n',
}
const fold = (text: string, subject = 'SV: [#1234] WiFi nere', earlier: string[] = []) =>
  foldMail(text, { subject, sent, earlier })

const pieces = [
  ...['Nu blinkar det.', '> egen rad', '>', '', ' ', '-- ', '--', 'Se nedan', 'Mvh', 'Kim Lund', '040-123 45 67'],
  ...['Skickat från min iPhone', 'Hämta Outlook för iOS<https://aka.ms/o0ukef>', '_____', '-----Original Message-----'],
  ...['---------- Forwarded message ---------', 'Från: Anna <no-reply@nordnat.example>', 'Från: Lev <lev@x.example>'],
  ...['Skickat: den 3 november 2026', 'Till: Kim', 'Ämne: [#1234] WiFi nere', 'Ämne: Annat', 'Med vänlig hälsning'],
  ...['Den 3 nov. 2026 kl. 10:12 skrev Anna <no-reply@nordnat.example>:', 'Den 3 nov. 2026 kl. 10:12 skrev Anna:'],
  ...[
    '> On 3 Nov 2026, at 10:12, Anna <support+1.0a1b@nordnat.example> wrote:',
    '> Vi byter routern.',
    'kim@x.example',
  ],
]
test.each([
  'Här är uppgifterna om flytten:\n\nFrån: Lagret\nTill: Kontoret\nDatum: 12 november\n\nRing mig när ni kommer.',
  'Hej\n\nLo skrev kl. 10:12:\n"Det är rött i lagret"\n\nKan ni komma i dag?',
  'Brandväggen loggar:\nFrom: 10.0.0.4\nTo: 10.0.0.9\nDate: 2026-11-03\nAction: drop\n\nKan ni öppna porten?',
  'Hej,\n\nAvsändare: Kajen AB\nTill: Nordnät, Hamngatan 1\nDatum: 12/11\n\nPaketet är trasigt.',
  'Hej, er chatt:\n\n2026-11-02 10:12 Anna skrev:\nStarta om den.\n\nDet hjälpte inte.',
])('own text that looks like the heading of a quotation is not folded: %j', (text) => {
  expect(fold(text)).toEqual({ text, folded: '' })
})

test.each([
  ['Punkt 1: klart.\n--\nPunkt 2: Nej, det blinkar fortfarande rött.', []],
  [
    'Hej igen,\n\nSidan https://kajen.example svarar inte\nFel 502',
    ['Hej,\n\nSidan https://kajen.example svarar inte\nFel 502'],
  ],
])('own text is no signature: %j', (text, earlier) => {
  expect(fold(text, undefined, earlier)).toEqual({ text, folded: '' })
})

const aMail = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string()), { maxLength: 30 })
  .map((lines) => lines.join('\n'))
const subjects = ['SV: [#1234] WiFi nere', 'Re: WiFi nere', 'VB: [#1234] WiFi nere', 'Annat']
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).toSorted()

test('text and folded text together have every word of the mail, and no other', () => {
  fc.assert(
    fc.property(aMail, fc.constantFrom(...subjects), fc.boolean(), aMail, (text, subject, isAnswer, earlier) => {
      const own = foldMail(text, { subject, sent: isAnswer ? sent : null, earlier: [earlier] })
      expect(wordsIn(`${own.text}\n${own.folded}`)).toEqual(wordsIn(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a mail with folded text has own text too', () => {
  fc.assert(
    fc.property(aMail, (text) => {
      const own = fold(text, undefined, [text])
      expect(own.folded === '' || own.text.trim() !== '').toBe(true)
    }),
  )
})

describe('A-470: only a quotation of our own mail is folded:', () => {
  const quotation = sent.text.trim().replace(/^/gm, '> ')
  const ours = `Den 3 nov. 2026 kl. 10:12 skrev Anna <no-reply@nordnat.example>:\n${quotation}`
  const text = `Nu blinkar det.\n\n${ours}`
  test('not in a mail that answers none of ours', () => {
    expect(foldMail(text, { subject: 'SV: [#1234] WiFi nere', sent: null, earlier: [] }).folded).toBe('')
  })
  test.each(['VS: [#1234] WiFi nere', 'VB: WiFi nere', 'FW: [#1234] WiFi nere', 'SV: Fwd: WiFi nere', 'SV: Annat', ''])(
    'not under the subject “%s”',
    (subject) => expect(fold(text, subject).folded).toBe(''),
  )
  test('not in a forward', () => {
    expect(fold(`Se här\n\n---------- Forwarded message ---------\n${ours}`).folded).toBe('')
  })
  test('not with answers between the lines', () => {
    expect(fold(`Svar.\n\n${ours}\n\nInte här.\n> Vilket serienummer har enheten?\n`).folded).toBe('')
  })
  test('the quotation in an answer to our mail', () => {
    expect(fold(text)).toEqual({ text: 'Nu blinkar det.', folded: ours })
    expect(fold(text, 'Re: WiFi nere').folded).toBe(ours)
    expect(fold(text, 'SV: [#1234] wifi NERE').folded).toBe(ours)
  })
})

describe('a signature', () => {
  const block = 'Mvh\nKim Lund\n040-123 45 67'
  test('is folded from two dashes, or from the line of a telephone', () => {
    expect(fold('Hej\n\n-- \nKim')).toEqual({ text: 'Hej', folded: '-- \nKim' })
    expect(fold('Hej\n\nSkickat från min Samsung Galaxy-smartphone.').text).toBe('Hej')
    expect(fold('Hej\n\nSkickat från min chef').text).toBe('Hej\n\nSkickat från min chef')
  })
  test('is folded when the sender’s earlier mail has it too, with the telephone’s line', () => {
    expect(fold(`Hej\n\n${block}`).folded).toBe('')
    expect(fold(`Hej\n\n${block}`, '', [`Tidigare\n\n${block}`])).toEqual({ text: 'Hej', folded: block })
    const both = `${block}\n\nSkickat från min iPhone`
    expect(fold(`Hej\n\n${both}`, '', [`Tidigare\n\n${block}`])).toEqual({ text: 'Hej', folded: both })
  })
  test('is not a text that the sender repeats', () => {
    expect(fold('Hej\n\nDet är nere.\nIgen.', '', ['Hej\n\nDet är nere.\nIgen.']).folded).toBe('')
  })
  test('is not folded when it is the whole mail', () => {
    expect(fold(`-- \nKim`).text).toBe('-- \nKim')
    expect(fold(block, '', [block]).text).toBe(block)
  })
})
