// Marks in HTML that are not text: strikethrough, ticked checkboxes, filled input fields and emoji pictures.
import type { FormatCallback } from 'html-to-text'

const STRUCK = { format: 'inlineSurround', options: { prefix: '~~', suffix: '~~' } }

const inputFormat: FormatCallback = ({ attribs = {} }, _walk, builder) => {
  const type = (attribs.type ?? 'text').toLowerCase()
  const isTicked = attribs.checked !== undefined
  if (type === 'checkbox' || type === 'radio') builder.addInline(isTicked ? '[x] ' : '[ ] ')
  else if (shownTypes.has(type)) builder.addInline(` ${attribs.value ?? ''} `)
}
const shownTypes = new Set(['text', 'email', 'tel', 'number', 'date', 'time', 'datetime-local', 'url'])

/** Programs send an emoji as a picture with the emoji as `alt`; other `alt` texts are left out. */
const pictureFormat: FormatCallback = ({ attribs = {} }, _walk, builder) => {
  const name = attribs.alt?.slice(0, 20) ?? ''
  if (/^\p{RGI_Emoji}+$/v.test(name)) builder.addInline(name)
}

export const markedFormatters = { input: inputFormat, picture: pictureFormat }

/** `prepareHtml` sets `data-struck` for strikethrough by style. */
export const markedSelectors = [
  ...['s', 'strike', 'del', 'span[data-struck]', 'font[data-struck]'].map((selector) => ({ selector, ...STRUCK })),
  { selector: 'input', format: 'input' },
  { selector: 'img', format: 'picture' },
]
