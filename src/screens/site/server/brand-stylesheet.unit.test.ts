import { formatHex, modeOklch, modeRgb, useMode as registerMode, toGamut, wcagContrast } from 'culori/fn'
import { expect, test } from 'vitest'
import { CONTRAST_MIN, readColor } from '#features/company/brand.rules.ts'
import { contrastOnLight, readableColor } from '#features/company/server/contrast.ts'
import { oklchOf } from '#platform/http/color.ts'
import { background, defaultColors, ink, mark } from '#shared/theme-colors.rules.ts'
import { brandStylesheet, brandTokens, defaultTokens, families } from './brand-stylesheet.ts'

for (const mode of [modeRgb, modeOklch]) registerMode(mode)
const inRgb = toGamut('rgb', 'oklch')
/** Every hue at four saturations, each in the lightest shade that may be chosen. */
const chosen = [0, 0.05, 0.12, 0.25].flatMap((c) =>
  Array.from({ length: 24 }, (_, at) => readableColor(formatHex(inRgb({ mode: 'oklch', l: 0.7, c, h: at * 15 })))),
)
const darkest = ['#000000', '#12002b', '#1a1a00']

/** Text tokens and their grounds; the product's own ink is also used on tinted grounds. */
const pairs: [text: string, ground: string, min: number][] = [
  ...['canvas', 'surface', 'primary-soft'].map(
    (ground) => ['primary', ground, CONTRAST_MIN] as [string, string, number],
  ),
  ['on-primary', 'primary', CONTRAST_MIN],
  ['on-primary', 'primary-strong', CONTRAST_MIN],
  ['on-accent', 'accent', CONTRAST_MIN],
  ['on-accent', 'accent-hover', CONTRAST_MIN],
  ...['canvas', 'surface', 'accent-soft'].map(
    (ground) => ['accent-ink', ground, CONTRAST_MIN] as [string, string, number],
  ),
  ...['rail', 'rail-hover', 'rail-current'].map(
    (ground) => ['rail-ink', ground, CONTRAST_MIN] as [string, string, number],
  ),
  ...['ink', 'ink-soft'].flatMap((text) => [
    [text, 'primary-soft', CONTRAST_MIN] as [string, string, number],
    [text, 'accent-soft', CONTRAST_MIN] as [string, string, number],
  ]),
  ['accent', 'canvas', 3],
  ['accent-on-rail', 'rail', 3],
]

test.each(['light', 'dark'] as const)('every colour that may be chosen is readable everywhere: %s', (theme) => {
  const failures = [...chosen, ...darkest].flatMap((color) => {
    const tokens = brandTokens({ mainColor: color, accentColor: color })
    return pairs.flatMap(([text, ground, min]) => {
      const contrast = wcagContrast(tokens[text]?.[theme] ?? '', tokens[ground]?.[theme] ?? '')
      return contrast >= min ? [] : [`${color}: ${text} on ${ground} has ${contrast.toFixed(2)}`]
    })
  })
  expect(failures).toEqual([])
})

test('the chosen colours are used unchanged in the light theme, and other tokens are unchanged', () => {
  const tokens = brandTokens({ mainColor: '#1a4f8b', accentColor: '#8a1f5c' })
  expect([tokens.primary?.light, tokens.accent?.light]).toEqual(['#1a4f8b', '#8a1f5c'])
  for (const name of ['ink', 'danger', 'success', 'canvas', 'focus'])
    expect(tokens[name]).toEqual(defaultTokens()[name])
})

test('without colours there is no stylesheet, and with one colour only its family changes', () => {
  expect(brandStylesheet({ mainColor: null, accentColor: null })).toBeUndefined()
  const { css } = brandStylesheet({ mainColor: '#1a4f8b', accentColor: null })!
  expect(css).toMatch(/^:root\{--c-primary:light-dark\(#1a4f8b,#[0-9a-f]{6}\);/)
  expect(css).not.toContain('accent')
})

test('a colour is parsed in all usual notations, and darkened only as much as needed', () => {
  expect(['1A4F8B', ' #1a4f8b ', '#abc', 'blå', '#12345', ''].map(readColor)).toEqual([
    ...['#1a4f8b', '#1a4f8b', '#aabbcc'],
    ...[undefined, undefined, undefined],
  ])
  expect(readableColor('#12493d')).toBe('#12493d')
  const darker = readableColor('#ff7a00')
  expect(contrastOnLight(darker)).toBeGreaterThanOrEqual(CONTRAST_MIN)
  expect(contrastOnLight(darker)).toBeLessThan(CONTRAST_MIN + 0.3)
})

test('theme-colors.rules.ts repeats the values of tokens.css', () => {
  const { canvas, surface, ink: text, primary, accent } = defaultTokens()
  expect(canvas).toEqual(background)
  expect([surface?.light, text?.light, primary?.light]).toEqual([mark.surface, ink, mark.primary])
  expect(accent).toEqual({ light: defaultColors.accentColor, dark: mark.accent })
})

test('the default tokens of a family have one hue, also where it is drawn', () => {
  const tokens = defaultTokens()
  const strays = Object.values(families).flatMap(({ own, names }) => {
    const hue = oklchOf(tokens[own]?.light ?? '').h ?? Number.NaN
    return Object.entries(tokens).flatMap(([name, { light, dark }]) =>
      [light, dark].filter((color) => names.test(name) && color !== 'transparent' && isOff(color, hue)).map(() => name),
    )
  })
  expect(strays).toEqual([])
  expect(tokens['drawing-dark']?.light).toBe(mark.primary)
  expect(tokens['drawing-edge']?.light).toBe(defaultColors.accentColor)
})

/** Of greyish colours the hue is not seen. */
function isOff(color: string, hue: number) {
  const { c, h = hue } = oklchOf(color)
  return c > 0.04 && Math.abs(((h - hue + 540) % 360) - 180) > 25
}
