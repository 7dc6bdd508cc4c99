// The '-- ' above a signature in HTML of each mail program, for mail without a plain part.
import { expect, test } from 'vitest'
import { foldMail } from '../../quotation.rules.ts'
import { textOfHtml } from './text-of-html.ts'

const fold = (html: string) => foldMail(textOfHtml(html).text, { subject: 'WiFi', sent: null, earlier: [] })

test.each([
  '<div dir="ltr">Hej!<div><br></div><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Kim Berg<br>Kajen AB</div></div>',
  '<body><p>Hej!</p><div class="moz-signature">-- <br>Kim Berg<br>Kajen AB</div></body>',
  '<div>Hej!</div><div>--&nbsp;</div><div>Kim Berg</div><div>Kajen AB</div>',
])('folds the signature of %s', (html) => {
  expect(fold(html)).toEqual({ text: 'Hej!', folded: expect.stringMatching(/Kim Berg\s+Kajen AB/) })
})

test('-- in the middle of a line or in a cell is text', () => {
  const { text } = textOfHtml('<p>Port -- <b>uppe</b></p><table><tr><td>Disk 1</td><td>-- </td></tr></table>')
  expect(text).toBe('Port -- uppe\n\nDisk 1 | --')
})
