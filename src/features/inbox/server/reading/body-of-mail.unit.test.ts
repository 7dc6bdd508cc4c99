// The text of a mail, from its plain part or its HTML.
import { describe, expect, test } from 'vitest'
import { bodyOfMail } from './body-of-mail.ts'

const textOf = (html: string) => bodyOfMail({ html }).text.trim()
const plainOf = (text: string) => bodyOfMail({ text }).text.trim()

describe('tables of HTML', () => {
  test('become lines of cells, with a placeholder for an empty one', () => {
    const rows = '<tr><th>Fil</th><th>Fel</th><th>Tid</th></tr><tr><td>a.txt</td><td></td><td>10:12</td></tr>'
    expect(textOf(`<table>${rows}</table>`)).toBe('Fil | Fel | Tid\na.txt | – | 10:12')
  })
  test('keep each value in its column below a cell that spans several', () => {
    const head = '<tr><td colspan=2>Server</td><td>Fel</td></tr>'
    const rows = '<tr><td>A</td><td></td><td>3</td></tr><tr><td>B</td><td>x</td><td>4</td></tr>'
    expect(textOf(`<table>${head}${rows}</table>`)).toBe('Server | – | Fel\nA | – | 3\nB | x | 4')
    expect(textOf(`<table><tr><td colspan="999999999">Titel</td></tr>${rows}</table>`)).toContain('A | – | 3')
  })
  test('keep a value in its column when the cells beside it are empty', () => {
    const rows = [
      ...['<tr><td>Server</td><td>Fel</td><td>Kö</td></tr>', '<tr><td>A</td><td></td><td>3</td></tr>'],
      '<tr><td></td><td>x</td><td></td></tr>',
    ]
    expect(textOf(`<table>${rows.join('')}</table>`)).toBe('Server | Fel | Kö\nA | – | 3\n– | x')
  })
  test('keep the lines of a cell, and a table in a cell, apart', () => {
    const rows =
      '<tr><td>SRV1<br>C:</td><td>Failed<p>Orsak: disk full</p></td></tr><tr><td>Tid:</td><td>10:12</td></tr>'
    expect(textOf(`<table>${rows}</table>`)).toBe('SRV1 / C: | Failed / Orsak: disk full\nTid: 10:12')
    const inner = '<table><tr><td>Jobb</td><td>Status</td></tr><tr><td>SRV1</td><td>Failed</td></tr></table>'
    expect(textOf(`<table><tr><td>${inner}</td><td>Höger</td></tr></table>`)).toBe(
      'Jobb | Status\nSRV1 | Failed\n\nHöger',
    )
  })
  test('of one column, and with long cells, are paragraphs', () => {
    const long = 'ord '.repeat(80).trim()
    expect(textOf('<table><tr><td>Ett</td></tr><tr><td>Två</td></tr></table>')).toBe('Ett\n\nTvå')
    expect(textOf(`<table><tr><td>Ett</td><td>${long}</td></tr></table>`)).toBe(`Ett\n\n${long}`)
  })
  test('keep content between their rows, and thousands of rows', () => {
    expect(textOf('<table><caption>Larm</caption><tr><td>a</td><td>b</td></tr>löst<tr>x</tr></table>')).toContain(
      'Larm',
    )
    const many = textOf(
      `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(6_000)}<tr><td>sist</td><td>c</td></tr></table>`,
    )
    expect([many.split('\n').length, many.endsWith('sist | c')]).toEqual([6_001, true])
  })
})

test('definition lists and other block elements are on lines of their own', () => {
  expect(textOf('<dl><dt>Status</dt><dd>Fel</dd><dt>Host</dt><dd>SRV1</dd></dl>')).toBe('Status\nFel\nHost\nSRV1')
  expect(textOf('<details><summary>Mer</summary>Text</details><fieldset><legend>L</legend>Q</fieldset>')).toBe(
    'Mer\nText\nL\nQ',
  )
})

describe('tables without end tags keep cells and rows apart', () => {
  const text = 'Enhet | Status\nDisk 1 | Normal\nDisk 2 | Kraschad'
  test.each([
    '<table border=1><thead><tr><th>Enhet<th>Status<tbody><tr><td>Disk 1<td>Normal<tr><td>Disk 2<td>Kraschad</table>',
    '<table><thead><tr><th><b>Enhet<th>Status</thead><tbody><tr><td><p>Disk 1<td>Normal<tr><td>Disk 2<td>Kraschad</table>',
    '<table><tbody><tr><td>Enhet<td>Status<tbody><tr><td>Disk 1<td>Normal<tfoot><tr><td>Disk 2<td>Kraschad</table>',
    '<table><colgroup><col><col><thead><tr><td>Enhet<td>Status<tbody><tr><td>Disk 1<td>Normal<tr><td>Disk 2<td>Kraschad</table>',
  ])('%s', (html) => expect(textOf(html)).toBe(text))
  test('also of a table in a cell', () => {
    const inner = '<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d</table>'
    const whole =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>'
    expect(textOf(`<table><tr><td>${inner}<td>e<tr><td>f<td>g</table>`)).toBe(
      textOf(`<table><tr><td>${whole}</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>`),
    )
  })
})

describe('a text part', () => {
  const rows =
    '<tr><td>Jobb</td><td>Status</td><td>Storlek</td></tr><tr><td>SRV1</td><td>Failed</td><td>12 GB</td></tr>'
  const html = `<table>${rows}${rows.replaceAll('SRV1', 'SRV2')}</table>`
  const long = `<p>Hej, här är rapporten.</p>${html}`
  test.each([
    ...['Your mail client does not support HTML.', 'Detta mejl är i HTML.', 'Öppna mejlet i en webbläsare'],
    'Se rapporten',
  ])('that is a placeholder is replaced by the HTML: %s', (text) => {
    expect(bodyOfMail({ text, html }).text).toContain('SRV2 | Failed | 12 GB')
  })
  test('that mentions HTML is replaced by short HTML too', () => {
    expect(bodyOfMail({ text: 'This is an HTML email.', html: '<p>Ring mig genast</p>' }).text).toBe('Ring mig genast')
  })
  test.each([
    ...[
      'Jobb SRV1 Failed Storlek 12 GB',
      'Hej, här är rapporten. Status Failed SRV1 SRV2',
      'Hej! HTML-mejlet '.repeat(40),
    ],
  ])('that has the words of the HTML is used: %.40s', (text) => {
    expect(bodyOfMail({ text, html: long }).text).toBe(text)
  })
})

describe('hidden HTML', () => {
  test.each([
    'display: none',
    'DISPLAY:NONE !important',
    'visibility:hidden',
    'mso-hide:all',
    'opacity:0',
    'max-height:0px;overflow:hidden',
    'color:#FFF;background-color:#fff',
    'font-size:0',
    'font-size:1px;line-height:1px',
  ])('%s', (css) => expect(textOf(`<div style="${css}">dold</div><p>synlig</p>`)).toBe('synlig'))
  test('visible elements inside hidden ones are shown, and mail in which all is hidden', () => {
    expect(textOf('<div style="font-size:0"><span style="font-size:14px">synlig</span></div>')).toBe('synlig')
    expect(textOf('<p style="color:#fff">vit</p>')).toBe('vit')
    expect(textOf('<div style="display:none">allt</div>')).toBe('allt')
  })
  test.each(['color:#fff;background-color:#fff', 'color:transparent', 'visibility:hidden', 'max-height:0'])(
    '%s: elements in it that are visible again are shown',
    (css) => {
      const cell = '<span style="color:#000;visibility:visible">LARM: disk full</span>'
      expect(textOf(`<table><tr><td style="${css}">${cell}</td></tr></table>`)).toBe('LARM: disk full')
      expect(textOf(`<style>.x{${css}}</style><div class="x"><p>${cell}</p></div>`)).toBe('LARM: disk full')
      expect(textOf(`<style>.x{${css}}</style><div class="x">dold</div><p>synlig</p>`)).toBe('synlig')
    },
  )
  test('a comment ends where it does for browsers', () => {
    expect(textOf('<p>Före</p><!-- x --!><p>Efter</p>')).toBe('Före\n\nEfter')
    expect(textOf('<p>Före</p><!--><p>Mitt</p><!-- x --><p>Efter</p>')).toBe('Före\n\nMitt\n\nEfter')
    expect(textOf('<!--[if !mso]><!--><p>Syns</p><!--<![endif]-->')).toBe('Syns')
  })
  test('an attribute value with > in it', () => {
    expect(textOf('<p title="x>y" style="display:none">dold</p><p>a > b, c="d > e"</p>')).toBe('a > b, c="d > e"')
  })
  test.each([
    '.pre{display:none !important}',
    'p{margin:0} /* .pre{display:block} */ .x, .pre { mso-hide:all; display:none }',
    '@font-face{font-family:x} @media (max-width:600px){.x{width:100%}} .pre{display:none}',
  ])('a class by %s', (css) => {
    const body = '<span class="a pre">dold</span><span class="pre" style="font-size:1px">dold</span><p>synlig</p>'
    expect(textOf(`<style>${css}</style>${body}`)).toBe('synlig')
  })
  test.each([
    '@media (max-width:600px){.pre{display:none}}',
    '.pre{display:none} @media (max-width:600px){.pre{display:block}}',
    '.pre{display:none} .pre{display:block}',
    '.pre{display:none} .outer .pre{display:inline}',
    '.outer .pre{display:none}',
    '.pre:hover{display:none}',
    '.preheader{display:none}',
  ])('not a class that may be seen: %s', (css) => {
    expect(textOf(`<style>${css}</style><span class="pre">syns</span>`)).toBe('syns')
  })
  test('a mail of pictures only is shown by their alt texts', () => {
    const pictures =
      '<img src="https://x.se/1.png" alt="H&ouml;strea"><img src="a" alt=""><img alt=\'L&auml;s mer\' src="b">'
    expect(textOf(`<div>${pictures}</div>`)).toBe('Höstrea\n\nLäs mer')
    expect(textOf(`<p>Hej</p>${pictures}`)).toBe('Hej')
  })
  test('text about HTML is text', () => {
    expect(textOf('<p>&lt;div style="display:none"&gt; syns, style="color:red" och src="data:x" med</p>')).toBe(
      '<div style="display:none"> syns, style="color:red" och src="data:x" med',
    )
  })
})

describe('no text of HTML is lost:', () => {
  test.each([
    ['<div>Mitt svar</div><html><head><title>x</title></head><body>citat</body></html>', 'Mitt svar\n\ncitat'],
    ['<html><body>Hej</body></html>Efter', 'Hej\n\nEfter'],
    ['<html><body></body></html>Efter', 'Efter'],
    ['<body>Ett</body><body>Två</body>', 'Ett\n\nTvå'],
    ['<body style="display:none">Ett</body><p>Två</p>', 'Ett\n\nTvå'],
    ['<html><head><title>Titel</title></head><body><br></body></html>', ''],
    ['<div style="a>Text &amp; mer</div>', 'Text & mer'],
    ['<head><style>p{margin</head><body>Text</body>', 'p{margin Text'],
    ['<p><script>x</p> Text', 'x Text'],
  ])('%s', (html, text) => expect(textOf(html).replace(/\n{2,}/g, '\n\n')).toBe(text))
})

test('pictures in the HTML become files before the limit of its size, also beside a plain part', () => {
  const picture = Buffer.alloc(3_000_000, 7)
  const html = `<p>Före</p><img src="data:image/png;base64,${picture.toString('base64')}"><p>Efter</p>`
  const body = bodyOfMail({ html, text: '' })
  expect(body.text.trim()).toBe('Före\n\nEfter')
  expect(body.pictures.map(({ name, type, bytes, isInline }) => [name, type, bytes, isInline])).toEqual([
    ['bild 1.png', 'image/png', 3_000_000, true],
  ])
  expect(bodyOfMail({ html, text: 'Text' })).toMatchObject({ text: 'Text', pictures: [{ name: 'bild 1.png' }] })
})

test('text in elements that are nested a thousand deep is read', () => {
  const deep = `${'<div><p>'.repeat(1_000)}djupt${'</div>'.repeat(1_000)}<p>sist</p>`
  expect(textOf(deep)).toMatch(/^djupt\s+sist$/)
})

test('a link ends the link around it', () => {
  expect(textOf('<a href="https://x.se/1">ett<a href="https://x.se/2">två</a> tre')).toBe(
    'ett <https://x.se/1>två <https://x.se/2> tre',
  )
  expect(textOf(`${'<a href=x><table><tr><td>'.repeat(60)}ord`)).toContain('ord')
})

test('HTML beyond the limit is cut, with a notice', () => {
  expect(textOf(`<p>${'ord '.repeat(600_000)}</p>`).endsWith('… (resten finns i originalmejlet)')).toBe(true)
})

describe('the plain part', () => {
  test('of invisible characters only is replaced by the HTML', () => {
    expect(bodyOfMail({ text: '\u034f\u00ad\u00a0\u200c\n\ufeff', html: '<p>Hej</p>' }).text.trim()).toBe('Hej')
  })
  test.each([
    ['anna@x.se<mailto:anna@x.se>', 'anna@x.se'],
    ['Anna <mailto:anna@x.se?subject=Hej>', 'Anna <anna@x.se?subject=Hej>'],
    ['johanna@x.se<mailto:anna@x.se>', 'johanna@x.se <anna@x.se>'],
    ['Se [cid:image001.png@01DB.7A] här', 'Se  här'],
    ['www.x.se<https://www.x.se/>', 'www.x.se'],
    ['https://x.se/a <https://x.se/a>', 'https://x.se/a'],
    ['här<https://x.se/a>', 'här<https://x.se/a>'],
    ['040-123 45 67<tel:+46401234567>', '040-123 45 67'],
    ['ring<tel:+46401234567>', 'ring<tel:+46401234567>'],
  ])('%s', (written, shown) => expect(plainOf(written)).toBe(shown))
  test('keeps flags and joined emoji', () => {
    const written = 'Hej \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} \u{1f468}\u200d\u{1f469}'
    expect(plainOf(written)).toBe(written)
  })
})
