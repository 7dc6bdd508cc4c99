import { expect, test } from 'vitest'
import { appShell } from './shell.ts'

const assets = {
  scripts: ['/assets/main.js'],
  styles: ['/assets/app.css'],
  preloadsOf: () => [],
  early: { script: '/assets/early.js', pages: { '/auth': '<p>{{company}}</p><text>{{initial}}</text>' }, frames: {} },
}
const shell = (company: string) => appShell('/auth', { assets, company: { name: company }, isDev: false })

test('an early page has the company’s name and initial in place of the placeholders', () => {
  const html = shell('Nordlys IT AB')
  expect(html).toContain('<p>Nordlys IT AB</p><text>N</text>')
  expect(html).toContain('<title>Nordlys IT AB</title>')
  expect(html).not.toMatch(/\{\{|Stödpunkt/)
})

test('the layout of the back office is shown before its code is loaded, and takes no focus', () => {
  const frames = { '/backoffice/tickets': '<p>{{company}}</p>' }
  const html = (path: string) =>
    appShell(path, {
      assets: { ...assets, early: { ...assets.early, frames } },
      company: { name: 'Nordlys' },
      isDev: false,
    })
  expect(html('/backoffice/tickets')).toContain('<div id="app" data-frame inert><p>Nordlys</p></div>')
  expect(html('/customer-portal')).toContain('<div id="app"></div>')
})

test('A-127: markup, patterns and placeholders in a name are shown as text', () => {
  const html = shell('"><script>$&{{initial}}')
  expect(html).toContain('<p>&#34;&#62;&#60;script&#62;$&#38;')
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('an early page has the company’s logo, with the name beside it unless the logo is wide', () => {
  const preload = '<link rel="preload" as="image" href="{{logo}}"/>'
  const page = '{{mark}}A{{wide}}B {{logo}} {{logo-width}}×{{logo-height}}{{square}}C {{logo}}{{end}}!'
  const html = (logo?: { url: string; width: number; height: number }) =>
    appShell('/auth', {
      assets: { ...assets, early: { ...assets.early, pages: { '/auth': preload + page } } },
      company: { name: 'Nordlys', logo },
      isDev: false,
    })
  expect(html()).toContain('data-early>A!<')
  expect(html({ url: '/media/1/original', width: 300, height: 100 })).toContain(
    '<link rel="preload" as="image" href="/media/1/original"/>B /media/1/original 300×100!<',
  )
  expect(html({ url: '/media/1/original', width: 100, height: 100 })).toContain('/>C /media/1/original!<')
})
