import { expect, test } from 'vitest'
import { describeBrowser } from './browser.rules.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36`, 'Chrome på Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge på Windows'],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome på Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox på Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${like} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari på iPhone',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/19.0 Safari/605.1.15`, 'Safari på Mac'],
  ['curl/8.5.0 (x86_64-pc-linux-gnu; Linux)', 'Okänd webbläsare på Linux'],
  ['Firefox/143.0', 'Firefox'],
  ['curl/8.5.0', 'Okänd webbläsare'],
  ['', 'Okänd webbläsare'],
  [null, 'Okänd webbläsare'],
])('%j is %s', (userAgent, label) => expect(describeBrowser(userAgent)).toBe(label))
