import { expect, test } from 'vitest'
import { attachmentHeader } from './download.ts'

test.each([
  ['kunder_2026-11-21.csv', 'attachment; filename="kunder_2026-11-21.csv"'],
  ['Skärmbild (2).png', `attachment; filename="Skarmbild (2).png"; filename*=UTF-8''Sk%C3%A4rmbild%20%282%29.png`],
  ['a"b\\c;d.txt', `attachment; filename="a_b_c_d.txt"; filename*=UTF-8''a%22b%5Cc%3Bd.txt`],
  ['x\r\nset-cookie: a=b', `attachment; filename="x__set-cookie_ a_b"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3Db`],
  ["50%*'😀'", `attachment; filename="50______"; filename*=UTF-8''50%25%2A%27%F0%9F%98%80%27`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('the file name %j becomes one header value, in full and in ASCII', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
})
