// File names in the forms in which mail programs write them.
import { describe, expect, test } from 'vitest'
import { authenticationOf } from '../../testing/authentication-mails.ts'
import { signedMail } from '../../testing/signed-mail.ts'
import { parseMail } from './parse-mail.ts'

const filesOf = async (...heads: string[]) => {
  const parts = heads.map((head) => `--b\r\n${head}\r\n\r\nx\r\n`).join('')
  const mail = await parseMail(
    Buffer.from(`From: kim@kajen.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--`),
  )
  return mail.attachments.map(({ name }) => name)
}
const TYPE = 'Content-Type: application/pdf'

describe('a file name', () => {
  test.each([
    ['filename="C:\\Users\\x.pdf"', 'x.pdf'],
    ['filename="C:\\\\Users\\\\x.pdf"', 'x.pdf'],
    ['filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ["filename*=cp850''r%84k.pdf", 'räk.pdf'],
    ["filename*=utf-8''r%E4k.pdf", 'räk.pdf'],
    ["filename*=utf-8''r%C3%A4k.pdf", 'räk.pdf'],
    ["filename*=iso-8859-1'sv'r%E4k.pdf; size=4", 'räk.pdf'],
    ['filename="rak.pdf"; filename*=UTF-8\'\'r%C3%A4k.pdf', 'räk.pdf'],
    ['filename*0*=utf-8\'\'r%C3;\r\n filename*1*=%A4k; filename*2=".pdf"', 'räk.pdf'],
    ["filename*1*=%84k.pdf; filename*0*=cp850''r", 'räk.pdf'],
    ['filename*0="r"; filename*1="%E4k.pdf"', 'r%E4k.pdf'],
    ["filename*=''plain.pdf", 'plain.pdf'],
    ["filename*=utf-8''it%27s%20(1)%3B%22.pdf", `it's (1);".pdf`],
  ])('in %s', async (parameters, name) => {
    expect(await filesOf(`${TYPE}\r\nContent-Disposition: attachment; ${parameters}`)).toEqual([name])
    const ofType = parameters.replaceAll('filename', 'name')
    expect(await filesOf(`${TYPE}; ${ofType}\r\nContent-Disposition: attachment`)).toEqual([name])
  })
  test('that is missing gets the extension of its type', async () => {
    const types = [
      ...['application/gzip', 'application/x-7z-compressed', 'text/rtf', 'audio/wav', 'audio/amr', 'application/x-pdf'],
      ...[
        'image/x-png',
        'application/vnd.ms-excel.sheet.macroEnabled.12',
        'application/vnd.oasis.opendocument.spreadsheet',
      ],
    ]
    const endings = ['.gz', '.7z', '.rtf', '.wav', '.amr', '.pdf', '.png', '.xlsm', '.ods']
    expect(await filesOf(...types.map((type) => `Content-Type: ${type}`))).toEqual(
      endings.map((ending) => `namnlös fil${ending}`),
    )
  })
  test('in the header of a mail does not prevent sender authentication', async () => {
    const head = 'From: kim@kajen.example\r\nSubject: x\r\nDate: Tue, 3 Nov 2026 10:40:00 +0100'
    const type = `Content-Type: application/pdf; name="C:\\x.pdf";\r\n name*=cp850''r%84k.pdf`
    expect(await authenticationOf(signedMail(`${head}\r\n${type}\r\n\r\nx\r\n`, { fields: 'From:Subject:Date' }))).toBe(
      'dkim',
    )
  })
})

test('the last of too many files has the number of the others as its name', async () => {
  const names = await filesOf(...Array.from({ length: 1_500 }, (_, at) => `${TYPE}; name=${at}.pdf`))
  expect([names.length, names[998], names[999]]).toEqual([1_000, '998.pdf', '501 filer till'])
})
