// A quotation is folded when it repeats our mail, in the form that mail programs give it, and nothing else.
import { describe, expect, test } from 'vitest'
import { foldMail } from './quotation.rules.ts'

const questions = ['Vilket serienummer har enheten?', 'Lyser lampan rött?']
const link = 'https://support.nordnat.example/customer-portal/tickets/0193a4c8'
const original = [
  ...['Hej Kim,', '', 'Anna Berg på Nordnät AB har svarat:', '', 'Vi byter routern – i dag, klockan 14.', ...questions],
  ...['Skriv till anna@nordnat.example 😊', '', 'Läs och svara:', link, '', 'Nordnät AB'],
]
const sent = { subject: '[#1234] WiFi nere', text: `${original.join('\n')}\n` }
const fold = (text: string) => foldMail(text, { subject: 'SV: [#1234] WiFi nere', sent, earlier: [] })

const outlook =
  'Från: Nordnät Support\nSkickat: den 3 november 2026 10:12\nTill: Kim Lund; Lo Alm;\n Pia Ek\nÄmne: [#1234] WiFi nere\n'
const gmail = 'Den tis 3 nov. 2026 kl 10:12 skrev Anna Berg <no-reply@nordnat.example>:\n'
const yahoo = 'Den tisdag 3 november 2026 10:12:00 CET, Anna Berg <no-reply@nordnat.example> skrev:\n'
const zoho = '---- På Tis, 03 nov 2026 10:12:33 +0100 Nordnät Support <support@nordnat.example> skrev ----\n'
const apple = '> 3 nov. 2026 kl. 10:12 skrev Anna Berg <no-reply@nordnat.example>:\n>'
const quoted = (lines: readonly string[]) => lines.map((line) => `> ${line}`).join('\n')
const answering = (lines: readonly string[], question: string | undefined, answer: string) =>
  lines.flatMap((line) => (line === question ? [line, answer] : [line]))

describe('a quotation of our mail is folded in the form of each program:', () => {
  const whole = original.join('\n')
  test.each([
    ['Outlook', `${outlook}\n${whole}`],
    ['Outlook without a blank line', `${outlook}${whole}`],
    ['Outlook with a rule', `________________________________\n${outlook}\n${whole}`],
    ['Gmail', `${gmail}\n${quoted(original)}`],
    ['Yahoo', `${yahoo} \n ${original.join('\n ')}`],
    ['Zoho', `${zoho}\n${whole}`],
    ['Apple Mail with a logo', `${apple}\n> <logotyp.png>\n${quoted(original)}`],
    ['the name of a logo', `${outlook}\n[Nordnät AB]\n\n${whole}`],
    ['lines broken in other places', `${gmail}\n${quoted(original).replaceAll(' ', '\n> ')}`],
    [
      'lines broken by a server without signs',
      `${gmail}\n${quoted(original).replaceAll('har svarat', '\nhar svarat')}`,
    ],
    ['other punctuation', `${outlook}\n${whole.replace('–', '-').replaceAll('?', ' ?')}`],
    ['links beside addresses', `${outlook}\n${whole.replace(link, `${link}<${link}>`)}`],
    [
      'links of noise',
      `${outlook}\n${whole.replace('anna@nordnat.example', 'anna@nordnat.example<mailto:anna@nordnat.example>')}`,
    ],
    [
      'links that a server checks',
      `${outlook}\n${whole.replace(link, `https://eur05.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05`)}`,
    ],
    [
      'a notice of Exchange Online',
      `${outlook}\nDu får inte ofta e-post från support@nordnat.example. Läs om varför det är viktigt<https://aka.ms/LearnAboutSenderIdentification>\n\n${whole}`,
    ],
    [
      'a notice of a gateway',
      `${outlook}\nCAUTION: This email originated from outside of the organization. Do not click links or open attachments.\n\n${whole}`,
    ],
    ['without its greeting', `${gmail}\n${quoted(original.slice(2))}`],
  ])('%s', (_name, quotation) => {
    for (const own of ['Nu blinkar det.', 'Felet är i texten nedan, på skärmen.', 'Lampan lyser i rött. See below.'])
      expect(fold(`${own}\n\n${quotation}`)).toEqual({ text: own, folded: quotation.trim() })
  })

  test('and text below it is the sender’s own', () => {
    for (const quotation of [`${gmail}\n${quoted(original)}`, `${outlook}\n${whole}`])
      expect(fold(`Hej!\n\n${quotation}\n\nJa, det går bra.`)).toEqual({
        text: 'Hej!\n\nJa, det går bra.',
        folded: quotation,
      })
  })
})

describe('own lines directly above an attribution are not folded:', () => {
  test.each([
    'Nej, kom inte! Jag ringer.',
    'Vänta till 2027.',
    'Ring mig 10:15.',
    'Ring mig 10:15',
    'Nej\nVänta till 2027\nRing mig 10:15',
    'Den 3 november kommer jag inte',
    'Den 3 nov 2026 kl 10:15 kan jag',
    'Svara kim@kajen.example',
  ])('%j', (own) => {
    for (const attribution of [
      ...[gmail, gmail.replace(' <', '\n<'), yahoo, 'Anna Berg <no-reply@nordnat.example> skrev 2026-11-03 10:12:\n'],
      'On Tue, Nov 3, 2026 at 10:12 AM Anna Berg\n<no-reply@nordnat.example> wrote:\n',
    ]) {
      const quotation = `${attribution}${quoted(original)}`
      expect(fold(`Hej Anna\n\n${own}\n${quotation}`)).toEqual({ text: `Hej Anna\n\n${own}`, folded: quotation })
    }
  })
})

test.each([
  'Den tis 3 nov. 2026 kl 10:12 skrev Anna Berg\n<no-reply@nordnat.example>:',
  'On Tue, Nov 3, 2026 at 10:12 AM Anna Berg via Support <\nno-reply@nordnat.example> wrote:',
  'On Tue, 3 Nov 2026 at 10:12, Anna Berg\n<no-reply@nordnat.example>\nwrote:',
  'Am Di., 3. Nov. 2026 um 10:12 Uhr schrieb Anna Berg <\nno-reply@nordnat.example>:',
  'ti 3. marrask. 2026 klo 10.12 Anna Berg\n(no-reply@nordnat.example) kirjoitti:',
  'tir. 3. nov. 2026 kl. 10:12 skrev Anna Berg\n<no-reply@nordnat.example>:',
  '2026-11-03 10:12 skrev Anna Berg på Nordnät Support i Malmö\n<no-reply@nordnat.example>:',
  'tisdag den 3 november 2026 10:12 skrev Anna\nBerg:',
  'Le mar. 3 nov. 2026 à 10:12, Anna Berg\n<no-reply@nordnat.example> a écrit :',
  'W dniu wt., 3 lis 2026 o 10:12 Anna Berg\n<no-reply@nordnat.example> napisał:',
])('an attribution that a program broke is folded: %j', (attribution) => {
  const quotation = `${attribution}\n${quoted(original)}`
  expect(fold(`Nej tack.\n${quotation}`)).toEqual({ text: 'Nej tack.', folded: quotation })
})

describe('answers inside the quotation are not folded, whatever the text above:', () => {
  const answers = ['SN-99812', 'Ja', '😊', '✓', '???', 'https://kajen.example/bild', 'kim@kajen.example', '1']
  const above = ['Hej!', 'Svar i röd text.', 'Jag har fyllt i uppgifterna.', 'Mina svar i fetstil.', 'Markerat i gult.']
  const cases = above.flatMap((own) => answers.map((answer) => [own, answer] as const))
  test.each(cases)('%s %s', (own, answer) => {
    for (const question of ['Hej Kim,', ...questions, 'Läs och svara:']) {
      const lines = answering(original, question, answer)
      // Punctuation alone can be told from the quotation only where no quotation sign precedes it.
      for (const quotation of [
        `${outlook}\n${lines.join('\n')}`,
        `${yahoo} \n${lines.join('\n')}`,
        `${gmail}\n${quoted(lines)}`,
        `${gmail}\n${quoted(answering(original, question, '')).replace('\n> \n', `\n${answer}\n`)}`,
        `${apple}\n${quoted(lines)}`,
      ])
        if (!(answer === '???' && quotation.includes('> ???'))) expect(fold(`${own}\n\n${quotation}`).folded).toBe('')
    }
  })

  test('on the same line, in place of a word, directly below the headers, and on the last line', () => {
    const inside = [
      original.map((line) => (line === questions[1] ? `${line} Ja` : line)),
      original.map((line) => line.replace('klockan 14', 'klockan 15')),
      original.filter((line) => line !== questions[0]),
    ]
    for (const lines of inside) {
      expect(fold(`Hej!\n\n${outlook}\n${lines.join('\n')}`).folded).toBe('')
      expect(fold(`Hej!\n\n${gmail}\n${quoted(lines)}`).folded).toBe('')
    }
    expect(fold(`Hej!\n\n${outlook}Serienummer: 99812\n\n${original.join('\n')}`).folded).toBe('')
    expect(fold(`Hej!\n\n${outlook}\n${original.join('\n')}\nSN-99812`).text).toBe('Hej!\n\nSN-99812')
  })
})

test.each([
  `Nej tack till offerten. ${gmail}`,
  gmail.replace('>:', '> och jag svarar nej tack:'),
  'Nej tack till offerten från er. On Fri, Nov 27, 2026 at 8:10 AM Nordnät\n<support@nordnat.example> wrote:\n',
  outlook.replace('WiFi nere', 'WiFi nere - svaret är nej'),
  outlook.replace('Ämne', 'Kopia: Lägg till Bo, bo@x.example som kontakt\nÄmne'),
  outlook.replace('10:12', '10:12, kom inte då'),
  outlook.replace('Från: ', 'Från: Ring mig! '),
  outlook.replace('Lo Alm', 'Lo Alm är sjuk'),
])('own text in the heading is not folded: %j', (heading) => {
  for (const quotation of [quoted(original), original.join('\n')]) {
    const own = fold(`Hej\n\n${heading}\n${quotation}`)
    const [first] = heading.split(/On Fri|Den tis/)
    expect(own.folded.includes(first?.trim() || 'nej tack')).toBe(false)
    expect(own.text).toContain(first?.trim().split('\n')[0])
  }
})

describe('an excerpt of our mail is not folded:', () => {
  test.each([
    ['Vad menar ni med det här?', original.slice(4, 5)],
    ['Jag väljer:', questions.slice(1)],
    ['SN-99812 är svaret på:', original.slice(5, 6)],
    ['Vad menar ni med det sista?', original.slice(-3)],
    ['Så här börjar det:', original.slice(0, 5)],
  ])('%s', (own, left) => {
    for (const quotation of [`${gmail}\n${quoted(left)}`, `${outlook}\n${left.join('\n')}`])
      expect(fold(`${own}\n\n${quotation}`).folded).toBe('')
  })
})

describe('a quotation of another mail is not folded:', () => {
  test.each([
    `Hej, chefen skrev så här:\n\n${outlook.replace('Nordnät Support', 'Lo Chef')}\nByt allt till onsdag, vi betalar.\n\n${outlook}\n${original.join('\n')}`,
    'Hej, i loggen står:\n-- original message --\nlink down port 4\nVad betyder det?',
    'Från: support@nordnat.example\nTill: Kim\nÄmne: Faktura 12\n\nBetala 500 kr.\n\nÄr det bluff?',
  ])('%j', (text) => {
    const own = fold(text)
    expect(own.text).toBe(text.split(`\n\n${outlook}\nHej Kim`)[0])
  })

  test('an older mail of ours', () => {
    expect(fold(`Nu.\n\n${gmail}\n> Hej Kim,\n>\n> Vi har fått ditt mejl.`).folded).toBe('')
  })
})
