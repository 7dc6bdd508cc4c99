// A company's two colours as a stylesheet: the product's tokens (src/shared/tokens.css, src/screens/site/site.css) in its hues.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Colors } from '#features/company/brand.contract.ts'
import { brandStylesheetUrl, CONTRAST_MIN } from '#features/company/brand.rules.ts'
import { contrastOf, hexOf, oklchOf } from '#platform/http/color.ts'

type Theme = 'light' | 'dark'
/** A token's value in each theme, as '#rrggbb'; any other value (`transparent`) is never changed. */
type Token = Record<Theme, string>
type Tokens = Record<string, Token>

/** Tokens in the hue of a colour, and the token whose light value is the colour itself. */
export const families = {
  mainColor: {
    own: 'primary',
    names: /^(on-)?primary(-\w+)?$|^rail(-[\w-]+)?$|^drawing-dark$/,
  },
  accentColor: {
    own: 'accent',
    names: /^(on-)?accent(-\w+)?$|^accent-on-rail$|^drawing-(light|edge)$/,
  },
} as const

/**
 * The grounds of each text token, with the minimum contrast. Order matters: later entries use the result of earlier
 * ones.
 */
const readOn: [token: string, grounds: string[], min: number][] = [
  ['primary', ['canvas', 'surface', 'sunken', 'primary-soft'], CONTRAST_MIN],
  ['primary-strong', ['canvas', 'surface', 'primary-soft'], CONTRAST_MIN],
  ['on-primary', ['primary', 'primary-strong'], CONTRAST_MIN],
  ['rail-ink', ['rail', 'rail-hover', 'rail-current'], CONTRAST_MIN],
  ['rail-ink-strong', ['rail', 'rail-hover', 'rail-current'], CONTRAST_MIN],
  ['accent', ['canvas', 'surface'], 3],
  ['accent-ink', ['canvas', 'surface', 'accent-soft'], CONTRAST_MIN],
  ['on-accent', ['accent', 'accent-hover'], CONTRAST_MIN],
  ['accent-on-rail', ['rail'], 3],
]
const themes = ['light', 'dark'] as const
const HEX = /^#[0-9a-f]{6}$/

let defaults: Tokens | undefined

/** Every token that has one colour for each theme. */
export function defaultTokens(): Tokens {
  defaults ??= Object.fromEntries(
    ['../../../shared/tokens.css', '../site.css'].flatMap((file) => {
      const css = readFileSync(join(import.meta.dirname, file), 'utf8')
      const found = css.matchAll(/--c-([\w-]+): light-dark\((#[0-9a-f]{6}|transparent), (#[0-9a-f]{6}|transparent)\)/g)
      return [...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }])
    }),
  )
  return defaults
}

/** All tokens in the hues of the company's colours, with the contrasts of `readOn` ensured. */
export function brandTokens(colors: Colors): Tokens {
  const tokens = structuredClone(defaultTokens())
  for (const [name, { own, names }] of Object.entries(families)) {
    const color = colors[name as keyof typeof families]
    if (!color) continue
    const tint = tintTo(tokens[own]?.light ?? color, color)
    for (const [token, value] of Object.entries(tokens)) {
      if (!names.test(token)) continue
      tokens[token] = { light: token === own ? color : tint(value.light), dark: tint(value.dark) }
    }
  }
  for (const theme of themes) for (const pair of readOn) makeReadable(tokens, theme, pair)
  return tokens
}

/** Gives other colours the hue of `to`, and scales their saturation as from `from` to `to`; lightness is unchanged. */
function tintTo(from: string, to: string) {
  const { c: chromaFrom } = oklchOf(from)
  const { c, h } = oklchOf(to)
  const strength = Math.min(c / chromaFrom, 1.3)
  return (color: string): string => {
    if (!HEX.test(color)) return color
    const { h: _own, ...rest } = oklchOf(color)
    return hexOf({ ...rest, c: rest.c * strength, ...(h !== undefined && { h }) })
  }
}

/** Moves a token's lightness away from its grounds until the contrast is sufficient. */
function makeReadable(tokens: Tokens, theme: Theme, [name, grounds, min]: (typeof readOn)[number]) {
  const token = tokens[name]
  const on = grounds.map((ground) => tokens[ground]?.[theme] ?? '')
  if (!token || !on.every((ground) => HEX.test(ground))) return
  const lowest = () => Math.min(...on.map((ground) => contrastOf(token[theme], ground)))
  const isLighter = oklchOf(token[theme]).l > oklchOf(on[0] ?? '').l
  for (let steps = 0; lowest() < min && steps < 100; steps++) {
    const { l, ...rest } = oklchOf(token[theme])
    token[theme] = hexOf({ ...rest, l: Math.min(1, Math.max(0, l + (isLighter ? 0.01 : -0.01))) })
  }
}

/**
 * The stylesheet that overrides the product's tokens, and its address with a hash of its content, which an upgrade may change;
 * undefined when the company has no colours of its own.
 */
export function brandStylesheet(colors: Colors): { css: string; url: string | undefined } | undefined {
  if (!colors.mainColor && !colors.accentColor) return undefined
  const changed = Object.entries(brandTokens(colors)).filter(([name, { light, dark }]) => {
    const own = defaultTokens()[name]
    return own?.light !== light || own.dark !== dark
  })
  const lines = changed.map(([name, { light, dark }]) => `--c-${name}:light-dark(${light},${dark})`)
  const css = `:root{${lines.join(';')}}`
  return { css, url: brandStylesheetUrl(colors, createHash('sha256').update(css).digest('hex').slice(0, 8)) }
}
