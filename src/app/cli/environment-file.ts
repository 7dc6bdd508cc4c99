/**
 * Parses a file as systemd does for `EnvironmentFile=` (systemd.exec(5) and its src/basic/env-file.c), so that a
 * command gets the values of the service. Lines without `=` and comments (`#`, `;`) are ignored.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const lines = text.replaceAll('\r', '\n')
  const variables: Record<string, string> = {}
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(lines)
    at += found?.[0].length ?? 0
    return found
  }
  for (next(/\s*/y); at < lines.length; next(/\s*/y)) {
    if (next(/[#;].*/y)) continue
    const name = next(/[^\n=]*/y)?.[0].trim() ?? ''
    if (next(/=/y)) variables[name] = readValue(next)
  }
  return variables
}

/** A value: quoted parts, optionally separated by blanks, then an unquoted part up to the end of the line. */
function readValue(next: (pattern: RegExp) => RegExpExecArray | null): string {
  let value = ''
  for (;;) {
    next(/[ \t]*/y)
    const quoted = next(/'([^']*)'?|"((?:\\[\s\S]|[^"\\])*)"?/y)
    if (!quoted) break
    value += quoted[1] ?? unescaped(quoted[2] ?? '', /\\(?:\n|(["\\`$]))/g)
  }
  const rest = next(/((?:\\[\s\S]|[^\\\n])*?)[ \t]*(?:\\$|(?=\n|$))/y)?.[1] ?? ''
  return value + unescaped(rest, /\\(?:\n|([\s\S]))/g)
}

/** A backslash before the end of a line joins it with the next one. */
const unescaped = (text: string, escaped: RegExp) =>
  text.replace(escaped, (_, character: string | undefined) => character ?? '')
