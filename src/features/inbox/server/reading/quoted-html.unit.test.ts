// A quotation of our mail as HTML is recognised in the form of each mail program.
import { expect, test } from 'vitest'
import { letterHtml } from '#platform/mail/mail-html.ts'
import { foldMail } from '../../quotation.rules.ts'
import { parseMail } from './parse-mail.ts'

const text = [
  'Hej Kim,',
  'Anna Berg på Nordnät AB har svarat:',
  'Kör det här:\n\n    sudo reboot\n    uptime   # vänta\n\nPort    Status\n1       uppe\n2       nere & <trasig>',
  '> Hur gör jag?\n> Det går inte.',
  'Läs och svara:\nhttps://support.nordnat.example/customer-portal/tickets/0193a4c8-7d7e',
  'Nordnät AB',
].join('\n\n')
const html = letterHtml(text, {
  logo: '<img src="cid:logo@mail" alt="Nordnät AB" width="80" height="24">',
  linkColor: '#123',
})
const inner = html.slice(html.indexOf('<body'), html.indexOf('</body>')).replace(/^<body[^>]*>/, '')

const outlook = (own: string) =>
  `<div class=WordSection1><p>${own}</p><div style='border-top:solid #E1E1E1 1.0pt'><p><b>Från:</b> Nordnät Support &lt;support@nordnat.example&gt;<br><b>Skickat:</b> den 3 november 2026 10:12<br><b>Till:</b> Kim<br><b>Ämne:</b> [#1234] WiFi nere</p></div>${inner}</div>`
const gmail = (own: string) =>
  `<div dir="ltr">${own}</div><br><div class="gmail_quote"><div>Den tis 3 nov. 2026 kl 10:12 skrev Nordnät &lt;<a href="mailto:support@nordnat.example">support@nordnat.example</a>&gt;:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${inner.replace('cid:logo@mail', 'https://mail.google.com/x.png')}</blockquote></div>`
const apple = (own: string) =>
  `<html><body>${own}<br><br><blockquote type="cite">3 nov. 2026 kl. 10:12 skrev Nordnät &lt;support@nordnat.example&gt;:<br><br>${inner}</blockquote></body></html>`

test.each([
  ['Outlook', outlook],
  ['Gmail', gmail],
  ['Apple Mail', apple],
])('folds an unchanged quotation, and not a changed one, of %s', async (_name, quotes) => {
  const read = async (own: string, change = (written: string) => written) => {
    const raw = `From: kim@kajen.example\r\nSubject: SV: [#1234] WiFi nere\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${change(quotes(own))}`
    const mail = await parseMail(Buffer.from(raw))
    return foldMail(mail.text, { subject: mail.fullSubject, sent: { subject: 'WiFi nere', text }, earlier: [] })
  }
  const own = await read('Nu blinkar det.')
  expect(own.text).toBe('Nu blinkar det.')
  expect(own.folded).toMatch(/skrev|Skickat/)
  expect(own.folded).toContain('Nordnät AB')
  const answered = await read('Hej!', (written) => written.replace('Det går inte.', 'Det går inte. <b>Prova igen.</b>'))
  expect([answered.text.includes('Prova igen.'), answered.folded]).toEqual([true, ''])
  const marks = ['<s>uppe</s>', '<del>uppe</del>', '<span style="text-decoration: line-through">uppe</span>']
  const filled = ['<input type=checkbox checked>uppe', '<input value="Bahnhof">uppe', 'uppe<img alt="👍" src="cid:x">']
  for (const mark of [...marks, ...filled]) {
    const marked = await read('Se markering.', (written) => written.replace('uppe', mark))
    expect([mark, marked.folded]).toEqual([mark, ''])
    expect(marked.text).toMatch(/~~uppe~~|\[x\] ?uppe|Bahnhof ?uppe|uppe ?👍/)
  }
})
