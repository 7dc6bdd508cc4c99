// A signature covers the last header of a name, and the parser shows the first.
import { describe, expect, test } from 'vitest'
import { arrived, authenticationOf, DMARC, header, SPF, signed } from '../../testing/authentication-mails.ts'

describe('A-461: a second header of a name is detected:', () => {
  const authenticated = { server: arrived(DMARC), 'server ': arrived(SPF), dkim: signed() }
  test.each(Object.entries(header))('%s', async (name, value) => {
    for (const [authentication, raw] of Object.entries(authenticated)) {
      const at = raw.indexOf('From: Kim')
      const withTop = (line: string) => `${raw.slice(0, at)}${line}\r\n${raw.slice(at)}`
      expect(await authenticationOf(withTop(`${name}: Other <x@evil.example>`))).toBe('none')
      expect(await authenticationOf(`${name}: Other <x@evil.example>\r\n${raw}`)).toBe('none')
      expect(await authenticationOf(raw.replace('\r\n\r\n', `\r\n${name}:\r\n\r\n`))).toBe('none')
      expect(await authenticationOf(withTop(`${name.toUpperCase()} :\r\n  ${value.replace(' ', '\r\n\t ')}`))).toBe(
        authentication.trim(),
      )
    }
  })
  test('A-461: an empty line with CR CR LF inside the header is detected', async () => {
    const inner = signed()
    const outer = `From: Kim <kim@kajen.example>\r\nSubject: [#1234] WiFi\r\nDate: ${header.Date}\r\nContent-Type: text/plain\r\n\r\r\n`
    expect(await authenticationOf(`${outer}${inner}`)).toBe('none')
    expect(await authenticationOf(inner.replace('\r\n\r\nNu', '\r\n\r\r\nX-Text: Betala\r\n\r\nNu'))).toBe('none')
  })
})
