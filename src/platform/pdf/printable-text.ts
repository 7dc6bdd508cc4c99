// The fonts that a PDF embeds are cut (hanken-grotesk-print-regular.ttf); draw-pdf.unit.test.ts compares them with this.

/** What the fonts lack. */
const unprintable =
  /[^\n\u0020-\u007e\u00a0-\u017e\u0192\u01cd-\u01d4\u01e6-\u01e7\u01ea-\u01eb\u01fa-\u01ff\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2-\u1ef9\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039-\u203a\u20ac\u2122\u2212]/gu

const PLACEHOLDER = '?'

/** The text with what the fonts lack replaced: a letter by its base, a space by a space, anything else by a question mark. */
export const printableText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u2006\u2008-\u200a]/g, ' ')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/\u00ad|[\u200b-\u200f]|[\ufe00-\ufe0f]/g, '')
    .replace(/\u2011/g, '-')
    .replace(unprintable, baseOf)

function baseOf(sign: string) {
  const base = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return base === '' || base.search(unprintable) >= 0 ? PLACEHOLDER : base
}
