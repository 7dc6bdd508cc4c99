import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { background } from '#shared/theme-colors.rules.ts'
import type { PublicFacts } from './facts.ts'
import { shorten } from './head.rules.ts'
import { sitePaths } from './paths.ts'
import { notFoundPage, sitePage } from './render.tsx'
import { none } from './testing/site-pages.ts'

const unknown: PublicFacts = {
  ...none,
  founded: null,
  opens: null,
  closes: null,
  eves: null,
  halfDays: null,
  halfDayCloses: null,
  fTax: null,
}
const rest = {
  assets: {
    scripts: ['/assets/site-1.js'],
    styles: ['/assets/site-1.css'],
    preloads: [],
    fonts: ['/assets/text-1.woff2'],
  },
  now: new Date('2026-11-21T12:00:00Z'),
  appUrl: 'https://nordnat.se',
}
const head = (path: (typeof sitePaths)[number], facts: Partial<PublicFacts> = {}) => {
  const html = sitePage(path, { ...rest, facts: { ...unknown, ...facts } })
  return html.slice(0, html.indexOf('</head>'))
}
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
const jsonLd = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

test.each(['Nordnät AB', 'Företaget med det ovanligt långa namnet som ingen orkar läsa till slutet AB'])(
  'every page of %s has its own title and description, short enough for search engines',
  (name) => {
    const heads = sitePaths.map((path) => head(path, { name }))
    for (const own of [titleOf, (html: string) => metaOf(html, 'description')])
      expect(new Set(heads.map(own)).size).toBe(sitePaths.length)
    for (const html of heads) {
      expect(titleOf(html).length).toBeLessThanOrEqual(60)
      expect(titleOf(html).length).toBeGreaterThan(5)
      expect(metaOf(html, 'description').length).toBeLessThanOrEqual(155)
      expect(metaOf(html, 'description').length).toBeGreaterThan(50)
    }
  },
)

test('the start page’s title begins with the company’s name, those of other pages end with it', () => {
  expect(titleOf(head('/'))).toBe('Nordnät AB – Din kompletta partner inom teknik och IT')
  expect(titleOf(head('/kontakt'))).toBe('Kontakt – Nordnät AB')
})

test('a page has a canonical URL and a preview image', () => {
  const html = head('/support')
  expect(html).toContain('<link rel="canonical" href="https://nordnat.se/support"/>')
  expect(metaOf(html, 'og:url')).toBe('https://nordnat.se/support')
  expect(metaOf(html, 'og:image')).toBe('https://nordnat.se/og.png')
  expect(metaOf(html, 'og:title')).toBe(titleOf(html))
  expect(metaOf(html, 'twitter:card')).toBe('summary_large_image')
})

test('the structured data contains exactly the entered company facts', () => {
  const entered = {
    phone: '018-12 34 56',
    email: 'hej@nordnat.se',
    address: 'Storgatan 1',
    postalCode: '753 20',
    city: 'Uppsala',
    vatNumber: 'SE556703748501',
    founded: 2017,
    opens: '08:00',
    closes: '17:00',
    areaServed: 'Uppsala län',
    dayHours: 'Lördag: 10:00–14:00',
    eves: 'closed' as const,
    halfDays: 'open' as const,
    halfDayCloses: '12:00',
  }
  expect(jsonLd(head('/kontakt', entered))).toMatchObject({
    '@type': 'ProfessionalService',
    name: 'Nordnät AB',
    url: 'https://nordnat.se/',
    telephone: '+4618123456',
    email: 'hej@nordnat.se',
    address: { streetAddress: 'Storgatan 1', postalCode: '753 20', addressLocality: 'Uppsala', addressCountry: 'SE' },
    areaServed: 'Uppsala län',
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '17:00' },
      { dayOfWeek: ['Saturday'], opens: '10:00', closes: '14:00' },
    ],
    foundingDate: '2017',
    vatID: 'SE556703748501',
  })
  expect(Object.keys(jsonLd(head('/')))).toEqual(['@context', '@type', '@id', 'name', 'url', 'image', 'logo'])
})

test('A-127: no text in a fact can end the data block or the head', () => {
  const name = '</script></title><script>alert(1)</script>"\u2028&'
  const html = head('/', { name, areaServed: '<!--<script>' })
  expect(jsonLd(html)).toMatchObject({ name, areaServed: '<!--<script>' })
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('<!--')
})

test('the 404 page is not indexed and has no canonical URL', () => {
  const html = notFoundPage({ ...rest, facts: unknown })
  expect(metaOf(html, 'robots')).toBe('noindex')
  expect(html).not.toMatch(/canonical|og:|ld\+json/)
  expect(metaOf(head('/'), 'robots')).toBe('')
})

test('the font is preloaded before the stylesheet, so that it causes no layout shift', () => {
  const html = head('/')
  const preload = html.indexOf(
    '<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/text-1.woff2"',
  )
  expect(preload).toBeGreaterThan(0)
  expect(preload).toBeLessThan(html.indexOf('/assets/site-1.css'))
})

test('a text that is too long is truncated between words', () => {
  expect(shorten('Vi hjälper hem och företag', 18)).toBe('Vi hjälper hem…')
  expect(shorten('a'.repeat(30), 10)).toBe(`${'a'.repeat(9)}…`)
  expect(shorten('Precis', 6)).toBe('Precis')
})

test('the theme colour is the background of the pages', () => {
  const tokens = readFileSync(new URL('../../shared/tokens.css', import.meta.url), 'utf8')
  expect(tokens).toContain(`--c-canvas: light-dark(${background.light}, ${background.dark})`)
})
