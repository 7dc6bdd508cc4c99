// What people mark in HTML without words of their own: crossed-out text, ticked boxes, filled fields and pictograms.
import type { FormatCallback } from 'html-to-text'

const STRUCK = { format: 'inlineSurround', options: { prefix: '~~', suffix: '~~' } }

const inputFormat: FormatCallback = ({ attribs = {} }, _walk, builder) => {
  const type = (attribs.type ?? 'text').toLowerCase()
  const isTicked = attribs.checked !== undefined
  if (type === 'checkbox' || type === 'radio') builder.addInline(isTicked ? '[x] ' : '[ ] ')
  else if (shownTypes.has(type)) builder.addInline(` ${attribs.value ?? ''} `)
}
const shownTypes = new Set(['text', 'email', 'tel', 'number', 'date', 'time', 'datetime-local', 'url'])

/** Programs send a pictogram as a picture of that name; names of other pictures are no text. */
const pictureFormat: FormatCallback = ({ attribs = {} }, _walk, builder) => {
  const name = attribs.alt?.slice(0, 20) ?? ''
  if (/^\p{RGI_Emoji}+$/v.test(name)) builder.addInline(name)
}

export const markedFormatters = { input: inputFormat, picture: pictureFormat }

/** `prepareHtml` writes `data-struck` for the style. */
export const markedSelectors = [
  ...['s', 'strike', 'del', 'span[data-struck]', 'font[data-struck]'].map((selector) => ({ selector, ...STRUCK })),
  { selector: 'input', format: 'input' },
  { selector: 'img', format: 'picture' },
]
