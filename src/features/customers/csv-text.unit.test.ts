import { describe, expect, test } from 'vitest'
import { decodeText } from './csv-text.rules.ts'

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding)
const textOf = (file: Uint8Array) => decodeText(file).text

describe('decoding', () => {
  test('Swedish letters are decoded from UTF-8 with and without BOM, UTF-16 and Windows-1252', () => {
    const text = 'Namn;Ort\r\nÅkeri;Östersund'
    expect(textOf(bytes(text, 'utf8'))).toBe(text)
    expect(textOf(bytes(`\uFEFF${text}`, 'utf8'))).toBe(text)
    expect(textOf(bytes(`\uFEFF${text}`, 'utf16le'))).toBe(text)
    expect(textOf(bytes(`\uFEFF${text}`, 'utf16le').swap16())).toBe(text)
    expect(textOf(bytes(text, 'latin1'))).toBe(text)
  })

  test('Windows-1252 characters that Latin-1 lacks are decoded', () => {
    expect(textOf(Uint8Array.of(0x80, 0x93, 0xc5, 0x94, 0x96))).toBe('€“Å”–')
  })

  test('a file from Excel for Mac is decoded as Mac Roman', () => {
    const mac = Buffer.from('Namn;Ort\rG\x9ateborgs \x81keri;\x80lvsj\x9a\rAnd\x8e;Ume\x8c', 'latin1')
    expect(decodeText(mac)).toEqual({ text: 'Namn;Ort\rGöteborgs Åkeri;Älvsjö\rAndé;Umeå', unreadableLines: [] })
    expect(textOf(Buffer.from('Kaf\x8e Sj\x9a', 'latin1'))).toBe('Kafé Sjö')
  })

  test('one broken byte in UTF-8 garbles no other line, and its line is reported', () => {
    const file = Buffer.concat([
      bytes('Namn;Ort\r\nÅkeri;Älvsjö\r\nVäxjö ', 'utf8'),
      Buffer.of(0xe5),
      bytes(';Ö\r\nBåt;Luleå\r\n', 'utf8'),
    ])
    expect(decodeText(file)).toEqual({
      text: 'Namn;Ort\r\nÅkeri;Älvsjö\r\nVäxjö \uFFFD;Ö\r\nBåt;Luleå\r\n',
      unreadableLines: [3],
    })
  })

  test('several broken lines are each reported, headings too, and the others unchanged', () => {
    const file = Buffer.concat([
      ...[bytes('F', 'utf8'), Buffer.of(0xf6), bytes('retag;E-post\nÅke Öst AB;a@a.example\nTr', 'utf8')],
      ...[
        Buffer.of(0xe5),
        bytes('sig AB;b@b.example\nHalf ', 'utf8'),
        Buffer.of(0xc3),
        bytes(';h@h.example\n', 'utf8'),
      ],
      bytes('Repl \uFFFD AB;n@n.example\n', 'utf8'),
    ])
    const { text, unreadableLines } = decodeText(file)
    expect(unreadableLines).toEqual([1, 3, 4])
    expect(text).toContain('Företag;E-post\nÅke Öst AB;a@a.example\nTråsig AB')
    expect(text).toContain('Repl \uFFFD AB;n@n.example')
  })

  test('decomposed letters are composed, whatever the encoding', () => {
    const text = 'Förnamn;Övrigt\nÅsa;Kafé'
    expect(textOf(bytes(text.normalize('NFD'), 'utf8'))).toBe(text)
    expect(textOf(bytes(`\uFEFF${text.normalize('NFD')}`, 'utf16le'))).toBe(text)
  })

  test('a Windows-1252 line pasted into UTF-8 is decoded and reported', () => {
    const file = Buffer.concat([bytes('Åkeri\nBåt\n', 'utf8'), bytes('Växjö', 'latin1')])
    expect(decodeText(file)).toEqual({ text: 'Åkeri\nBåt\nVäxjö', unreadableLines: [3] })
  })
})
