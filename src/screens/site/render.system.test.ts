import { describe, expect, test } from 'vitest'
import { CONTACT_SENT, FORM_TOKEN, HONEYPOT } from '#features/inbox/forms.contract.ts'
import { emptyForm, type FormState, type SentForm } from './form-state.ts'
import { sitePaths } from './paths.ts'
import { momentKey, notFoundPage, servicePage } from './render.tsx'
import { all, friday, home, none, page, pageInput, saturday, textOf } from './testing/site-pages.ts'

describe('the company facts on the pages', () => {
  test('phone numbers are shown in Swedish format and linked in international format', () => {
    const html = page('/', { facts: all, now: friday })
    expect(html).toMatch(/<a href="tel:\+46812345678"[^>]*>08-123 456 78<\/a>/)
    expect(html).toMatch(/Akut, dygnet runt: <a href="tel:\+46701234567"[^>]*>070-123 45 67<\/a>/)
  })

  test('the footer of every page has the facts that the law requires', () => {
    for (const path of sitePaths) {
      const text = textOf(page(path, { facts: all }))
      expect(text).toContain('Org.nr 556703-7485 · Momsreg.nr SE556703748501')
      expect(text).toContain('Storgatan 1 · 753 20 Uppsala · Säte: Uppsala')
      expect(text).toContain('En del av Nord')
    }
  })

  test('a missing fact omits its line, on every page and before there is a company', () => {
    for (const path of sitePaths) {
      for (const facts of [{}, undefined]) {
        const html = page(path, { facts })
        for (const absent of [
          'null',
          'undefined',
          'tel:',
          'mailto:',
          'Akut, dygnet runt',
          'jour',
          'Org.nr',
          'Momsreg',
          'Säte',
          '{',
        ])
          expect(textOf(html) + html.match(/href="[^"]*"/g)).not.toContain(absent)
      }
    }
  })

  test('every page has the links, one h1 and no skipped heading levels', () => {
    for (const html of [
      ...sitePaths.map((path) => page(path, { facts: all })),
      notFoundPage(pageInput({ facts: all })),
    ]) {
      const nav = /<nav.*?<\/nav>/.exec(html)?.[0] ?? ''
      expect(
        textOf(nav)
          .trim()
          .split(/\s{1,}/)
          .join(' '),
      ).toBe('Hem Kontakt Om oss Portal')
      const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
      expect(levels.filter((level) => level === 1)).toHaveLength(1)
      levels.reduce((before, level) => {
        expect(level).toBeLessThanOrEqual(before + 1)
        return level
      })
      expect(html).not.toMatch(/ style="|<style|<script>/)
    }
  })

  test('entered services and prices are listed; without them five default services and no prices', () => {
    const usual = textOf(home({}))
    for (const name of [
      'WiFi och nätverk',
      'IT-support',
      'Kameraövervakning och passersystem',
      'Egen IT-avdelning',
      'Serviceavtal',
    ])
      expect(usual).toContain(name)
    expect(usual).not.toContain('Priser')
    const own = textOf(home({ services: 'Fiber: Vi drar den: ända in.\n\nDatorhjälp', prices: 'Besök: 990 kr' }))
    expect(own).toContain('Fiber Vi drar den: ända in.')
    expect(own).toContain('Datorhjälp')
    expect(own).not.toContain('Hembesök')
    expect(own).toMatch(/Priser .* Besök 990 kr/)
  })

  test('homes and companies each have a section with the services for them', () => {
    const services = 'Datorhjälp\n- För: hem\nServiceavtal\n- För: företag\nWiFi'
    const html = home({ services })
    const entrance = (id: string) => textOf(new RegExp(`<nav id="${id}".*?</nav>`).exec(html)?.[0] ?? '')
    expect(entrance('hemma')).toMatch(/Datorhjälp.*WiFi/)
    expect(entrance('hemma')).not.toContain('Serviceavtal')
    expect(entrance('foretaget')).toMatch(/Serviceavtal.*WiFi/)
    expect(home({ services: 'Avtal\n- För: företag' })).not.toContain('id="hemma"')
  })

  test('people, quotes, certificates, insurance and F-tax are shown only when entered', () => {
    const entered = {
      people: 'Elin Norrby: Tekniker',
      quotes: 'Anna, Kajens Café: De kom samma dag.',
      certificates: 'Certifierad installatör',
      insurance: 'Ansvarsförsäkring 10 mkr',
      fTax: true,
    }
    expect(textOf(page('/om-oss', { facts: entered }))).toMatch(/Vi som kommer.*Elin Norrby Tekniker/)
    const text = textOf(home(entered))
    for (const shown of ['”De kom samma dag.”', 'Anna, Kajens Café', 'Certifierad', 'Ansvarsförsäkring', 'F-skatt'])
      expect(text).toContain(shown)
    expect(textOf(home({})) + textOf(page('/om-oss'))).not.toMatch(/Vad kunder säger|papperen|F-skatt|Vi som kommer/)
  })

  test('a company that answers fault reports within another time than the specified says so on every page', () => {
    for (const path of sitePaths) {
      expect(page(path, { facts: { ...all, normalAnswerMinutes: 150 } })).not.toMatch(/\b4 timmar/)
      expect(page(path, { facts: { ...all, normalAnswerMinutes: 30 } })).not.toMatch(/\b4 timmar/)
    }
    const says = (minutes: number | null) =>
      /återkommer inom (.*?), och omedelbart/.exec(
        textOf(page('/support', { facts: { normalAnswerMinutes: minutes } })),
      )?.[1]
    expect([null, 30, 60, 150, 240].map(says)).toEqual(['4 timmar', '30 minuter', '1 timme', '2,5 timmar', '4 timmar'])
    expect(page('/support', { facts: { ...all, normalAnswerMinutes: 150 } })).toContain('återkommer vi inom 2,5 timmar')
  })

  test('no page states the response time twice', () => {
    for (const path of ['/', '/support', '/om-oss'] as const)
      expect(textOf(page(path, { facts: all })).match(/(?<!2)4 timmar/g)).toHaveLength(1)
  })

  test('a service has a page with its content, price, structured data and the other services', () => {
    const services =
      'Datorhjälp: Vi kommer hem.\n- Allt från skrivare till e-post.\n- Pris på plats: 1 190 kr per timme\nServiceavtal'
    const html = servicePage('datorhjalp', pageInput({ facts: { ...all, services, prices: 'Besök: 990 kr' } })) ?? ''
    expect(html).toContain('<title>Datorhjälp – Nordnät AB</title>')
    expect(html).toContain('<link rel="canonical" href="https://nordnat.se/tjanster/datorhjalp"/>')
    const text = textOf(html)
    for (const shown of [
      'Vi kommer hem.',
      'Allt från skrivare till e-post.',
      'På plats 1 190 kr per timme',
      'Serviceavtal',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('990 kr')
    const [, data = ''] = html
      .split('application/ld+json">')
      .map((part) => part.split('</script>')[0])
      .slice(1)
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Service',
      name: 'Datorhjälp',
      url: 'https://nordnat.se/tjanster/datorhjalp',
      provider: { '@id': 'https://nordnat.se/#foretaget' },
      offers: [{ name: 'På plats', price: '1190', priceCurrency: 'SEK' }],
    })
    expect(
      textOf(servicePage('serviceavtal', pageInput({ facts: { ...all, services, prices: 'Besök: 990 kr' } })) ?? ''),
    ).toContain('Besök 990 kr')
    expect(servicePage('finns-inte', pageInput({ facts: all }))).toBeUndefined()
  })

  test('the founder has a portrait, with name, title and story when they are entered', () => {
    expect(page('/om-oss')).toContain('Tecknat porträtt')
    const text = textOf(page('/om-oss', { facts: all }))
    for (const expected of [
      'Elin Norrby',
      'Grundare',
      'Jag började vid köksbordet.',
      'Nu är vi fler.',
      'grundades 2017',
    ])
      expect(text).toContain(expected)
  })

  test('A-127: markup in a fact is shown as text', () => {
    const attack = '</title></style><script>alert(1)</script>'
    for (const path of sitePaths) {
      const html = page(path, {
        facts: { ...all, name: attack, groupLine: attack, services: `${attack}: ${attack}`, founderStory: attack },
      })
      expect(html).not.toContain('<script>')
      expect(html).toContain('&lt;script&gt;alert(1)')
    }
  })
})

describe('open or closed', () => {
  test('the start page shows whether the company is open', () => {
    expect(textOf(home(all))).toContain('Stängt – jour dygnet runt')
    expect(textOf(home({}))).toContain('Stängt')
    expect(textOf(page('/', { facts: all, now: friday }))).toContain('Öppet nu till 17:00')
  })

  test('the contact page lists upcoming holidays', () => {
    const text = textOf(page('/kontakt', { facts: all, now: new Date('2026-12-18T12:00:00Z') }))
    expect(text).toContain('Måndag–fredag 08:00–17:00')
    expect(text).toContain('Akut support dygnet runt')
    expect(text).toContain('Torsdag 24 december stängt, julafton')
    const facts = { ...all, dayHours: 'Fredag: 08:00–12:00, 13:00–15:00', closedDays: '2026-11-24: Flytt' }
    const own = textOf(page('/kontakt', { facts }))
    expect(own).toMatch(/Måndag–torsdag 08:00–17:00 .*Fredag 08:00–12:00, 13:00–15:00/)
    expect(own).toContain('Tisdag 24 november stängt, Flytt')
  })

  test('two times have the same cache key if and only if every page is the same', () => {
    // A minute before and at midnight, opening and closing in Stockholm, over Christmas and New Year.
    const moments = Array.from({ length: 16 }, (_, day) =>
      ['22:59', '23:00', '06:59', '07:00', '15:59', '16:00'].map(
        (time, at) => new Date(Date.parse(`2026-12-18T${time}:00Z`) + (at < 2 ? day - 1 : day) * 86_400_000),
      ),
    ).flat()
    for (const facts of [all, none]) {
      const rendered = moments.map((now) => ({
        key: momentKey(facts, now),
        pages: (['/', '/om-oss', '/kontakt'] as const).map((path) => page(path, { facts, now })).join(''),
      }))
      rendered.reduce((before, at) => {
        expect(at.key === before.key).toBe(at.pages === before.pages)
        return at
      })
      expect(new Set(rendered.map(({ key }) => key)).size).toBeGreaterThan(10)
    }
    expect(momentKey(undefined, saturday)).toBe(momentKey(undefined, new Date('2026-03-01T00:00:00Z')))
  })
})

describe('the opening hours', () => {
  const { opens, dayHours, eves, halfDays, halfDayCloses } = { ...none, opens: '08:00' }
  const week = {
    opens,
    dayHours,
    eves: eves ?? 'closed',
    halfDays: halfDays ?? 'open',
    halfDayCloses: halfDayCloses ?? '',
  }
  /** On 1 December the company begins to close at 16, and on Fridays at 15. */
  const dated = {
    closes: '16:00',
    dayHours: 'Fredag: 08:00–15:00',
    formerHours: [{ ...week, closes: '17:00', until: '2026-12-01' }],
  }
  const before = new Date('2026-11-30T22:59:00Z')
  const after = new Date('2026-11-30T23:00:00Z')
  const shown = (now: Date) => textOf(page('/kontakt', { facts: dated, now }))

  test('are those of today, with a change to come, until the midnight before it', () => {
    expect(shown(before)).toContain('Måndag–fredag 08:00–17:00')
    expect(shown(before)).toContain('Från 1 december Måndag–torsdag 08:00–16:00 Fredag 08:00–15:00')
    expect(shown(after)).toContain('Måndag–torsdag 08:00–16:00 Fredag 08:00–15:00')
    expect(shown(after)).not.toMatch(/17:00|Från 1 december/)
  })

  test('are those of today for search engines, and the cached page changes with them', () => {
    const closing = (now: Date) => page('/', { facts: dated, now }).match(/(?<="closes":")[\d:]+/g)
    expect([closing(before), closing(after)]).toEqual([['17:00'], ['16:00', '15:00']])
    const facts = { ...none, ...dated }
    expect(momentKey(facts, before)).not.toBe(momentKey(facts, after))
  })
})

describe('the forms', () => {
  const refused: FormState = {
    values: { name: 'Åsa "<b>', email: 'fel', issue: '</textarea><script>1</script>', urgent: 'on' },
    errors: { email: 'Ange en giltig e-postadress', phone: 'Telefon krävs' },
  }

  test('the forms work without script, with their own messages and a honeypot field', () => {
    for (const path of ['/kontakt', '/support'] as const) {
      const html = page(path)
      expect(html).toMatch(
        new RegExp(`<form noValidate=""[^>]* action="${path}" encType="multipart/form-data" method="post">`),
      )
      expect(html).toMatch(new RegExp(`<p class="trap" aria-hidden="true">.*name="${HONEYPOT}"[^>]*`))
      expect(html).toContain(`<input type="hidden" name="${FORM_TOKEN}"/>`)
      for (const kind of ['autoComplete="name"', 'autoComplete="email"', 'autoComplete="tel"', 'type="tel"'])
        expect(html.toLowerCase()).toContain(kind.toLowerCase())
      expect(html).not.toContain('aria-invalid="')
    }
  })

  test('a refused form retains its values and shows the errors at the fields', () => {
    const html = page('/support', { facts: all, form: refused })
    expect(html).toContain('<title>Fel: Anmäl ett fel')
    expect(html).toContain('value="Åsa &quot;&lt;b&gt;"')
    expect(html).toContain('&lt;/textarea&gt;&lt;script&gt;1')
    expect(html).toMatch(/<input id="email"[^>]*aria-invalid="true"/)
    expect(html).toMatch(/<input id="email"[^>]*aria-describedby="email-error"/)
    expect(html).toMatch(/id="phone-error"[^>]*>.*?Telefon krävs/)
    expect(html).toContain('<a href="#phone">Telefon krävs</a>')
    expect(html).toMatch(/type="checkbox"[^>]*name="urgent"[^>]*checked=""|checked=""[^>]*name="urgent"/)
    expect(html).not.toMatch(/<input id="name"[^>]*aria-invalid=/)
  })

  test('a form that could not be stored shows the phone number and retains its values', () => {
    const form = { values: { message: 'Hej på er' }, errors: {}, problem: 'Vi kunde inte ta emot meddelandet just nu.' }
    const html = page('/kontakt', { facts: all, form })
    expect(textOf(html)).toContain('Vi kunde inte ta emot meddelandet just nu. Telefon: 070-123 45 67')
    expect(html).toContain('Hej på er</textarea>')
  })

  const receiptPage = (path: '/kontakt' | '/support', sent: Partial<SentForm>) =>
    page(path, { facts: all, form: { ...emptyForm, sent: { text: CONTACT_SENT, isUrgent: false, ...sent } } })

  test('an accepted form gives way to its receipt, with the number and the moment each on a line', () => {
    const [number, moment] = ['Meddelandet har nummer #1042.', 'Räknat i våra öppettider: senast …']
    const html = receiptPage('/kontakt', { number, moment })
    expect(textOf(html)).toContain(
      `${CONTACT_SENT} ${number} ${moment} Vi har fått ditt meddelande och svarar inom 24 timmar på arbetsdagar. Skriv ett nytt meddelande`,
    )
    expect(html).not.toMatch(/<form|<template/)
    expect(textOf(receiptPage('/kontakt', {}))).toContain(`${CONTACT_SENT} Vi har fått ditt meddelande`)
  })

  test('the receipt of an urgent report has the number to call and no moment', () => {
    const text = textOf(receiptPage('/support', { isUrgent: true, number: 'Ärendet har nummer #1042.' }))
    expect(text).toContain(
      'Ärendet har nummer #1042. Ring oss direkt så går det fortast: 070-123 45 67 Vi återkommer omedelbart. Anmäl ett fel till',
    )
    expect(text).not.toContain('Räknat')
  })

  test('an urgent request shows the number to call and the promised response', () => {
    const text = textOf(page('/support', { facts: all, now: friday }))
    expect(text).toContain('Akut ärende markerat')
    expect(text).toContain('Ring oss direkt så går det fortast: 070-123 45 67 Vi återkommer omedelbart.')
    expect(text).toContain('Ring oss direkt 08-123 456 78')
  })
})

describe('the number to call', () => {
  const barOf = (html: string) => /<aside[^>]*call-bar.*<\/aside>/.exec(html)?.[0] ?? ''
  const numbersIn = (html: string) => [...html.matchAll(/href="tel:(\+\d+)"/g)].map(([, number]) => number)

  test('on a phone is the office’s while it is open, otherwise the emergency number', () => {
    const open = barOf(page('/', { facts: all, now: friday }))
    expect([textOf(open), numbersIn(open)[0]]).toEqual([expect.stringContaining('Öppet nu'), '+46812345678'])
    const closed = barOf(page('/', { facts: all }))
    expect(textOf(closed)).toContain('Stängt – jour dygnet runt')
    expect(textOf(closed)).toContain('Ring jouren 070-123 45 67')
    expect(numbersIn(closed)).toEqual(['+46701234567'])
  })

  test('for an urgent matter is the emergency number, even while the office is open', () => {
    const [calm, urgent] = barOf(page('/support', { facts: all, now: friday })).split('when-urgent')
    expect([numbersIn(calm ?? ''), numbersIn(urgent ?? '')]).toEqual([['+46812345678'], ['+46701234567']])
    expect(textOf(`<${urgent}`)).toContain('Ring jouren')
  })

  test('is not a button when the office is closed and there is no emergency number', () => {
    const facts = { ...all, emergencyPhone: null }
    expect(barOf(page('/support', { facts }))).toBe('')
    const text = textOf(page('/support', { facts }))
    expect(text).toContain('Telefonen är stängd. Ring oss direkt när vi öppnar, måndag 08:00.')
    expect(text).toContain('När det är öppet: 08-123 456 78')
    expect(numbersIn(barOf(page('/support', { facts, now: friday })))).toEqual(['+46812345678'])
  })
})
