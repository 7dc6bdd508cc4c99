// The largest file, form and mail pass all that has a size limit of its own on their way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '#features/files/files.contract.ts'
import { PICTURES_MAX_BYTES } from '#features/inbox/forms.contract.ts'
import { responseLimits } from '#features/inbox/server/imap/byte-limit.ts'
import { MAIL_MAX_BYTES } from '#features/inbox/server/reading/parse-mail.ts'
import { FORM_BODY_BYTES_MAX } from '#shared/limits.rules.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const MIB = 1024 * 1024

/** All sizes that a file names so, in megabytes. */
function megabytesIn(file: string, pattern: RegExp): number[] {
  const found = [...read(file).matchAll(pattern)].map(([, size]) => Number(size))
  expect(found, `${pattern} in ${file}`).not.toEqual([])
  return found
}

test('the largest file can come by mail', () => {
  // Base64 in lines of 76 characters and their ends, with a megabyte for the text and its pictures.
  const encoded = Math.ceil((FILE_MAX_BYTES / 57) * 78)
  expect(encoded + MIB).toBeLessThanOrEqual(MAIL_MAX_BYTES)
  expect(MAIL_MAX_BYTES).toBeLessThanOrEqual(responseLimits.maxLiteralSize)
})

test.each([
  ['ops/nginx/stodpunkt.conf', /client_max_body_size (\d+)m/g],
  ['ops/container/Caddyfile', /max_size (\d+)MB/g],
  ['docs/operations.md', /bodies up to (\d+) MB/g],
])('%s lets the largest file and form through', (file, pattern) => {
  const largest = Math.max(FILE_MAX_BYTES, PICTURES_MAX_BYTES) + FORM_BODY_BYTES_MAX
  // Caddy counts in powers of ten.
  for (const megabytes of megabytesIn(file, pattern)) expect(megabytes * 1_000_000).toBeGreaterThan(largest)
})

test.each([
  ['docs/operations.md', /`(?:StreamMaxLength|MaxFileSize|MaxScanSize) (\d+)M`/g],
  ['src/app/cli/doctor/virus-scanner.ts', /CLAMD_LIMIT = '(\d+)M'/g],
])('%s has clamd look at the largest file', (file, pattern) => {
  for (const megabytes of megabytesIn(file, pattern)) expect(megabytes * MIB).toBeGreaterThanOrEqual(FILE_MAX_BYTES)
})
