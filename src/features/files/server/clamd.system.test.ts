// The real clamd, if installed: its responses, and what doctor reports about its configuration.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { EICAR, eicarBehindFiller, nestedTooDeep } from '#app/cli/doctor/scanner-samples.ts'
import { checkScanner } from '#app/cli/doctor/virus-scanner.ts'
import { hasClamd, startClamd } from '../testing/clamd.ts'
import { openClamd, ScannerUnavailable } from './clamd.ts'

const LIMIT_MS = 120_000
type Clamd = Awaited<ReturnType<typeof startClamd>>

describe.skipIf(!hasClamd)('clamd', () => {
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await startClamd()
  })
  afterAll(() => clamd.stop())
  const scan = (content: Iterable<Buffer>) => openClamd(clamd.url, LIMIT_MS).scan(content)

  test('A-375: finds EICAR, also at the end of the largest allowed file', async () => {
    const infected = { state: 'infected', finding: 'Eicar-Test-Signature.UNOFFICIAL' }
    expect(await scan([EICAR])).toEqual(infected)
    expect(await scan(eicarBehindFiller())).toEqual(infected)
  })

  test('reports scanned content as clean, in parts of any size', async () => {
    expect(await scan([Buffer.from('h'), Buffer.alloc(0), Buffer.alloc(300_000, 'e'), Buffer.from('j')])).toEqual({
      state: 'ready',
      finding: null,
    })
  })

  test('reports content that is nested deeper than it unpacks', async () => {
    expect(await scan([nestedTooDeep()])).toEqual({ state: 'unchecked', finding: null })
  })

  test('doctor finds nothing to fix', async () => {
    expect(await checkScanner(clamd.url)).toMatchObject({
      state: 'fine',
      message: expect.stringMatching(/^ClamAV .* hittar testfilen EICAR\.$/),
    })
  })
})

describe.skipIf(!hasClamd)('doctor, with a clamd', () => {
  test.each([
    ['that reports unscanned content as clean', { alertExceedsMax: false }, 'AlertExceedsMax yes'],
    ['with a limit below that of files', { maxStream: '10M' }, 'StreamMaxLength'],
  ])('%s', async (_what, settings, advice) => {
    const clamd = await startClamd(settings)
    onTestFinished(() => clamd.stop())
    const check = await checkScanner(clamd.url)
    expect(check.state).toBe('wrong')
    expect(check.message).toContain(advice)
  })
})

test('an address without a server counts as a scanner that does not answer', async () => {
  const gone = openClamd('unix:///nonexistent/clamd.ctl', LIMIT_MS)
  await expect(gone.scan([EICAR])).rejects.toThrow(ScannerUnavailable)
  await expect(gone.version()).rejects.toThrow('ENOENT')
  expect(await checkScanner('unix:///nonexistent/clamd.ctl')).toMatchObject({ state: 'wrong' })
})
