// Names the browser of a session. Order matters: most user agents also contain Chrome or Safari.
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (userAgent: string, names: readonly [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** The browser of a user agent, such as 'Chrome på Windows'; 'Okänd webbläsare' without a match. */
export function describeBrowser(userAgent: string | null): string {
  const browser = nameIn(userAgent ?? '', browsers)
  const system = nameIn(userAgent ?? '', systems)
  if (!browser) return system ? `Okänd webbläsare på ${system}` : 'Okänd webbläsare'
  return system ? `${browser} på ${system}` : browser
}
