/**
 * The colours of tokens.css for places without a stylesheet: browser chrome, manifest, images, mail and the contrast check.
 * brand-stylesheet.unit.test.ts compares them.
 */
export const background = { light: '#f6f4ee', dark: '#0c191d' }
export const mark = { primary: '#12493d', surface: '#fffefb', accent: '#f0a560' }
export const ink = '#13241f'
/** For a company without colours of its own, on a light page. */
export const defaultColors = { mainColor: mark.primary, accentColor: '#a94f10' }
