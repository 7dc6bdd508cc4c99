import { expect, test } from 'vitest'
import type { PublicFacts } from './facts.ts'
import { sitePage } from './render.tsx'

const none: PublicFacts = {
  name: 'Nordnät AB',
  orgNumber: null,
  phone: null,
  emergencyPhone: null,
  email: null,
  address: null,
  postalCode: null,
  city: null,
  seat: null,
  vatNumber: null,
  founded: 2017,
  groupLine: null,
  opens: '08:00',
  closes: '17:00',
  areaServed: null,
  services: null,
  prices: null,
  founderName: null,
  founderTitle: null,
  founderStory: null,
}
const home = (given: Partial<PublicFacts>) =>
  sitePage('/', {
    facts: { ...none, ...given },
    assets: { scripts: [], styles: [], preloads: [] },
    now: new Date('2026-11-21T12:00:00Z'),
    appUrl: 'https://nordnat.se',
  })

test('phone numbers are shown the Swedish way and called by their international form', () => {
  const html = home({ phone: '0812345678', emergencyPhone: '070-123 45 67' })
  expect(html).toMatch(/<a href="tel:\+46812345678"[^>]*>08-123 456 78<\/a>/)
  expect(html).toMatch(/Akut, dygnet runt: <a href="tel:\+46701234567"[^>]*>070-123 45 67<\/a>/)
})

test('the foot of the page says what the law asks for', () => {
  const html = home({
    ...{ orgNumber: '556703-7485', vatNumber: 'SE556703748501', groupLine: 'En del av Nord' },
    ...{ address: 'Storgatan 1', postalCode: '753 20', city: 'Uppsala', seat: 'Uppsala' },
  })
  const text = html.replace(/<!-- -->/g, '')
  expect(text).toContain('Org.nr 556703-7485 · Momsreg.nr SE556703748501')
  expect(text).toContain('Storgatan 1 · 753 20 Uppsala · Säte: Uppsala')
  expect(text).toContain('En del av Nord')
})

test('a fact that is missing omits its line', () => {
  const html = home({}).replace(/<head>.*<\/head>/, '')
  for (const absent of ['null', 'undefined', 'tel:', 'Akut', 'Org.nr', 'Momsreg', 'Säte', '{'])
    expect(html).not.toContain(absent)
})

test('A-127: markup in a fact is text', () => {
  const html = home({ name: '</title><script>alert(1)</script>', groupLine: '</style><script>alert(2)</script>' })
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)')
})
