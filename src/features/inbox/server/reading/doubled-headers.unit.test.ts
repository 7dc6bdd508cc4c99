// A signature covers the lowest header of a name, and the reader shows the topmost.
import { describe, expect, test } from 'vitest'
import { arrived, DMARC, header, proofOf, SPF, signed } from '../../testing/authentication-mails.ts'

describe('A-461: a header that stands once stands twice:', () => {
  const proofs = { server: arrived(DMARC), 'server ': arrived(SPF), dkim: signed() }
  test.each(Object.entries(header))('%s', async (name, value) => {
    for (const [authentication, raw] of Object.entries(proofs)) {
      const at = raw.indexOf('From: Kim')
      const withTop = (line: string) => `${raw.slice(0, at)}${line}\r\n${raw.slice(at)}`
      expect(await proofOf(withTop(`${name}: stranger <x@evil.example>`))).toBe('none')
      expect(await proofOf(`${name}: stranger <x@evil.example>\r\n${raw}`)).toBe('none')
      expect(await proofOf(raw.replace('\r\n\r\n', `\r\n${name}:\r\n\r\n`))).toBe('none')
      expect(await proofOf(withTop(`${name.toUpperCase()} :\r\n  ${value.replace(' ', '\r\n\t ')}`))).toBe(
        authentication.trim(),
      )
    }
  })
  test('A-461: two headers of which one is read, since an empty line with CR stands between them, are two', async () => {
    const inner = signed()
    const outer = `From: Kim <kim@kajen.example>\r\nSubject: [#1234] WiFi\r\nDate: ${header.Date}\r\nContent-Type: text/plain\r\n\r\r\n`
    expect(await proofOf(`${outer}${inner}`)).toBe('none')
    expect(await proofOf(inner.replace('\r\n\r\nNu', '\r\n\r\r\nX-Text: Betala\r\n\r\nNu'))).toBe('none')
  })
})
