import { describe, expect, test } from 'vitest'
import { isForward, subjectOf } from './mail-text.rules.ts'

describe('a prefix is found behind a mail server’s mark:', () => {
  const marks = [
    ...['EXTERN:', 'Extern avsändare:', 'EXTERNAL -', 'SPAM:', 'Externt mejl', 'Ext |', '⚠️ EXTERN', '⚠ Extern:'],
    ...['[Caution: External]', '[Utanför organisationen]', '<EXTERN>', '[Suspected Spam]', '[Misstänkt skräppost]:'],
    ...['[EXTERN] EXTERN:', '⚠️ [EXTERNAL SENDER]', '{Spam?}', '*** SPAM ***', '(Varning - extern avsändare)'],
    ...['[Outside your organization]', '[WARNING! External email]'],
  ]
  test.each(marks)('%s', (mark) => {
    for (const prefix of ['Re:', 'SV:', 'SV [2]:', 'Re: SV:', 'svar:', 'Fwd:'])
      expect(subjectOf(`${mark} ${prefix} WiFi`)).toBe('WiFi')
    expect(subjectOf(`Re: ${mark} SV: WiFi`)).toBe('WiFi')
    expect(isForward(`${mark} VB: WiFi`)).toBe(true)
    expect(isForward(`SV: ${mark} VB: WiFi`)).toBe(true)
    expect(isForward(`${mark} SV: WiFi`)).toBe(false)
  })
})

test.each([
  ...['Extern: hårddisk', 'Externt: lager', 'Extern hårddisk är slut', 'SPAM: vad gör vi?', 'Spam i inkorgen'],
  ...['[VARNING] Disk full', '<EXTERNT LAGER> slut', 'External - disk', 'Ext 12 svarar inte', 'Externa SVAR: ja'],
  ...['[Lista] SV: WiFi', 'Externrevision: när?', 'Utanför organisationen: vem?'],
])('%j is unchanged, as a person wrote it', (subject) => expect(subjectOf(subject)).toBe(subject))
