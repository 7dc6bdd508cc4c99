// The transferred bytes of public pages with the company's own branding, compared with budgets.json.
import budgets from '../budgets.json' with { type: 'json' }
import { fillInBrand, fillInCompany } from '../tools/support/company.ts'
import { expect, test } from './fixtures/product.ts'
import { publicPaths, SPECIFIED_BYTES, transferOf } from './fixtures/traffic.ts'

test.use({ settings: { ORG_NAME: 'Budget IT AB' } })

const { requests } = budgets.publicPage

/** Additional requests for branding: the stylesheet of the colours, and an icon separate from the logo. */
const OWN_LOOK_REQUESTS = 2

test('a public page is within its budgets with a logo, colours and four photos', async ({
  anotherBrowser,
  product,
}) => {
  await fillInCompany(product.url)
  await fillInBrand(product.url)
  for (const path of publicPaths) {
    const { urls, bytes } = await transferOf(await anotherBrowser(), product.url, path)
    const photos = path === '/om-oss' ? 1 : 0
    const allowed = requests + OWN_LOOK_REQUESTS + photos
    expect.soft(urls.length, `${path}: ${urls.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect.soft(bytes, path).toBeLessThanOrEqual(SPECIFIED_BYTES)
  }
})
