// Signatures are folded, a person's own text is not.
import { describe, expect, test } from 'vitest'
import { signatureStart } from './signature.rules.ts'

/** What is shown of a text whose sender has written `earlier` before. */
const shown = (text: string, ...earlier: string[]) => {
  const lines = text.split('\n')
  return lines.slice(0, signatureStart(lines, earlier)).join('\n')
}

describe('a line that a program adds is folded:', () => {
  test.each([
    ...['Skickat från min iPhone', 'Skickat från min iPhone, ursäkta stavfel!', 'Skickat från min iPad'],
    ...['Skickat från min Samsung Galaxy-smartphone.', 'Skickat från Outlook för iOS<https://aka.ms/o0ukef>'],
    ...['Skickades från min Huawei-mobil', 'Skickad från min Android-telefon med K-9 Mail.', 'Skickat från mobilen'],
    ...['Skickades från E-post för Windows', 'Skickat från Mail för Windows 10', 'Skickat från Yahoo Mail för iPhone'],
    ...[
      'Skickat från myMail för iOS',
      'Sent from Spark',
      'Sent from my Galaxy',
      'Sent from my iPhone. Please excuse typos.',
    ],
    ...['Sent with [Proton Mail](https://proton.me/mail/home) secure email.', 'Sent from Proton Mail for iOS'],
    ...[
      'Skaffa Outlook för Android',
      'Skickat från Gmail på mobilen',
      'Hämta Outlook för iOS<https://aka.ms/o0ukef>',
      'Get Outlook for Android',
      'Hämta Outlook för Mac',
    ],
    ...['Sendt fra min iPhone', 'Sendt fra Outlook til iOS', 'Hent Outlook til iOS', 'Von meinem iPhone gesendet'],
    ...[
      'Gesendet von meinem iPhone',
      'Lähetetty iPhonesta',
      'Lähetetty Outlookista',
      'Sent from my Samsung Galaxy S23 Ultra',
    ],
    ...['Diese Nachricht wurde von meinem Android Mobiltelefon mit K-9 Mail gesendet.'],
    ...['Skickat från min Sony Xperia™-smartphone', 'Skickat från min Samsung-enhet', 'Skickat via Outlook Mobile'],
  ])('%s', (line) => expect(shown(`Hej.\n\n${line}`)).toBe('Hej.'))
})

describe('what a person writes about a program is not folded:', () => {
  test.each([
    ...['Skickat från Outlook till er men det studsar', 'Sent from iPhone works but sent from Android fails'],
    ...['Skickat med mobil router på landet', 'Hämta e-post för kim@kajen.example', 'Get mail for free'],
    ...['Skickat från vår mail till er kund Åkesson', 'Skickat från datorn fungerar.', 'Hämta Outlook för Mac?'],
    ...['Skickat från mobilen kommer aldrig fram.', 'Sent from Outlook kommer mejlen aldrig fram'],
    ...['Skickat från min iPhone, ursäkta men det fungerar inte', 'Skickat från min chef', 'Skickat från iPhone i går'],
    ...['Hämta Outlook för alla', 'Lähetetty Outlookista eilen mutta ei toimi', 'Skickat från min iPhone?'],
  ])('%s', (line) => expect(shown(`Hej.\n\n${line}`)).toBe(`Hej.\n\n${line}`))
  test('nor a line that the text above introduces', () => {
    const text = 'I mejlet står bara:\n\nSkickat från min iPhone'
    expect(shown(text)).toBe(text)
  })
})

describe('a known signature is not folded where it is part of the sender’s own text:', () => {
  const block = 'Kajen AB\nHamngatan 1\n070-123 45 67'
  const signed = `Hej.\n\nMvh\n${block}`
  test.each([
    ...[`Ja, leverera till:\n\n${block}`, `Ja, leverera till\n\n${block}`, `Vår nya adress är\n\n${block}`],
    ...[`Ring mig på:\n\nKim\n070-123 45 67`, `Leverera till:\n\nKajen AB\n\n${block}`],
    ...[`Ändra signaturen till:\n\nMvh\n${block}`],
  ])('%j', (text) => expect(shown(text, signed, text)).toBe(text))
  test('nor a text that is sent again', () => {
    const again = 'Order 1234567 saknas\nServer 2 är nere\nRing 070-123 45 67'
    expect(shown(`Hej igen,\n\n${again}`, `Hej,\n\n${again}`)).toBe(`Hej igen,\n\n${again}`)
    const asking = 'Vänligen ring i dag.\nServern är nere.'
    expect(shown(`Hej igen.\n\n${asking}`, `Hej.\n\n${asking}`)).toBe(`Hej igen.\n\n${asking}`)
  })
  test('it is folded where it is alone or below a closing phrase', () => {
    const text = 'Två frågor:\n\n1. När?\n\n2. Var?'
    expect(shown(`${text}\n\nMvh\n${block}`, signed)).toBe(text)
    for (const end of [
      block,
      `Mvh\n${block}`,
      `Mvh Kim\n${block}`,
      `Med vänlig hälsning,\n${block}`,
      `Vänligen\n${block}`,
    ])
      expect(shown(`Det är nere.\n\n${end}`, `Hej.\n\n${end}`)).toBe('Det är nere.')
  })
})

describe('a line of two dashes without a space', () => {
  test.each([
    'Kim Lund',
    'Kim Lund\nKajen AB\n040-123 45 67',
    'Kajen AB\nkim@kajen.example',
    'Mvh\nKim\n040-123 45 67',
  ])('begins a signature above %j', (end) => expect(shown(`Hej.\n--\n${end}`)).toBe('Hej.'))
  test.each([
    ...['Switch B röd', 'Nej', 'Länk 2 https://kajen.example fungerar inte', 'Punkt 2: ring 040-123 45 67'],
    ...['Kim Lund\nKan ni ringa 040-123 45 67?', '1 uppe\n2 nere'],
  ])('begins no signature above %j', (end) => expect(shown(`Hej.\n--\n${end}`)).toBe(`Hej.\n--\n${end}`))
  test('nor what the text above introduces', () => {
    const text = 'Leverera till:\n--\nKajen AB\n040-123 45 67'
    expect(shown(text)).toBe(text)
  })
})

describe('below “-- ”', () => {
  test.each([
    ...['Kim', 'Kim Lund\nKajen Bygg AB\n040-123 45 67', 'Mvh\nKim\nTel: +46 (0)70-123 45 67 | kim@kajen.example'],
    ...['Kim Lund\nHamngatan 1, 211 20 Malmö\nwww.kajen.example', 'Kim Lund - Kajen AB\n\nSkickat från min iPhone'],
  ])('contact details are folded: %j', (end) => expect(shown(`Hej.\n-- \n${end}`)).toBe('Hej.'))
  test.each([
    ...['Kim Berg\n070-1234567\n\nEfter signaturen: byt till port 3, tack.\nOch starta om.', 'PS. Servern brinner!'],
    ...[
      'Kim\n\nPS. Servern brinner!',
      'Kim\n\nObs! Kom före kl 8',
      'Kim\nKoden är 1234',
      'Portkod 4711',
      'Kim\nPortkod 4711',
    ],
    ...[
      'Byt router\n-- \nByt switch',
      'Byt switch',
      'Nej',
      'Kim\nRing 070-123 45 67 genast',
      'Kim\nLämna den i receptionen',
    ],
    ...[Array.from({ length: 11 }, () => 'Kim Lund').join('\n'), 'Punkt 1: viktig rad'],
  ])('other text is not: %j', (end) => expect(shown(`Hej.\n-- \n${end}`)).toBe(`Hej.\n-- \n${end}`))
  test('text that an earlier mail has there too is folded', () => {
    const end = 'Kim, ansvarig för driften\nVi finns där du är!'
    expect(shown(`Hej.\n-- \n${end}`)).toBe(`Hej.\n-- \n${end}`)
    expect(shown(`Hej.\n-- \n${end}`, `Tidigare.\n\n-- \n${end}`)).toBe('Hej.')
    expect(shown(`Hej.\n-- \n${end}`, `Tidigare.\n\n${end}`)).toContain('ansvarig')
  })
})
