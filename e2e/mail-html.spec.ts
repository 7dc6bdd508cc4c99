// HTML mails, as a browser shows them: on a phone, and in a mail program that darkens them.
import { chromium, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { htmlOf } from '#platform/mail/mail-branding.ts'
import { chromiumArguments, findCompleteBrowser } from '../tools/ensure-browser.ts'

const code = ['    for host in kajen-01 kajen-02; do', '        ssh "$host" uptime', '    done'].join('\n')
const columns = ['Värd        Status   Fel', 'kajen-01    OK       0', 'kajen-02\tNERE\t12'].join('\n')
const text = `Hej Anna,

Anna Berg på Nordnät AB har svarat:

${code}

${columns}

https://support.nordnat.se/${'a'.repeat(300)}?x=${'b'.repeat(300)}
${'Donaudampfschifffahrtsgesellschaft'.repeat(10)}
${'ord '.repeat(100)}
${' '.repeat(30)}${'x'.repeat(80)}

Nordnät AB

Den 2026-11-26 kl. 22:10 skrev Sofia Lind:
> Det fungerar inte:
> ${'c'.repeat(300)}
>
>> Äldre ${'d'.repeat(300)}
>> > > > > > > ${'e'.repeat(300)}
`

/** A mail with a dark, transparent logo that is wider than a phone. */
async function aMail() {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="40"><rect x="40" y="10" width="560" height="20" fill="#0c191d"/></svg>`
  const content = await sharp(Buffer.from(drawn)).png().toBuffer()
  const branding = { name: 'Nordnät AB', mainColor: null, logo: { content, width: 640, height: 40 } }
  const { html = '', attachments: [logo] = [] } = htmlOf(text, branding)
  return html.replace('cid:logo@mail', `data:image/png;base64,${logo?.content.toString('base64')}`)
}

for (const width of [320, 390, 800])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`a mail fits into ${width} pixels, ${colorScheme}, with indentation and columns`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.setContent(await aMail())
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const cells = page.locator('td, p, blockquote')
      expect(await cells.count()).toBeGreaterThan(10)
      for (const cell of await cells.all()) await expect(cell).toHaveCSS('overflow-wrap', 'anywhere')
      const shown = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ')
      expect(shown).toContain(code)
      expect(shown).toContain(columns.replaceAll('\t', '    '))
    })

test('quotations are shown below each other, and five levels deep', async ({ page }) => {
  await page.setContent(await aMail())
  await expect(page.locator('blockquote')).toHaveCount(5)
  await expect(page.locator('blockquote').first()).toContainText('Det fungerar inte:')
})

async function brightnessAt(page: Page, x: number, y: number) {
  const picture = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Math.max(...data)
}

test('in a mail program that darkens the page, a dark logo has a light background', async () => {
  const executablePath = findCompleteBrowser()
  test.skip(!executablePath, 'the headless shell does not darken pages')
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArguments, '--enable-features=WebContentsForceDark'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
    // Such a program drops the head, which would ask it not to darken the page.
    await page.setContent((await aMail()).replace(/<head>.*<\/head>/s, ''))
    const box = await page.locator('img').boundingBox()
    if (!box) throw new Error('There is no logo')
    const middle = box.y + box.height / 2
    expect(await brightnessAt(page, 5, 5)).toBeLessThan(80)
    expect(await brightnessAt(page, box.x + 4, middle)).toBeGreaterThan(240)
    expect(await brightnessAt(page, box.x + box.width / 2, middle)).toBeLessThan(80)
  } finally {
    await browser.close()
  }
})
