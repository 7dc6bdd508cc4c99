// Removes what mail programs add to the plain text of a mail when they generate it from HTML.

/** Invisible characters, which newsletters put after their preview text. */
const filler = /\p{Default_Ignorable_Code_Point}/u
/** Without the tag characters of flag emoji. */
const fillers = /[[\s\p{Default_Ignorable_Code_Point}]--[\u{e0000}-\u{e007f}]]{4,}/gv

/** The text without long runs of invisible characters. */
export const withoutFillers = (text: string): string =>
  text.replace(fillers, (run) => {
    if (!filler.test(run)) return run
    return run.includes('\n') ? '\n\n' : ' '
  })

const contentId = /\[cid:[^\]\s]{1,200}\]/gi
const link = /[ \t]?<(mailto:|tel:|https?:\/\/)([^<>\s]{1,2000})>/gi

/** The plain text without references to pictures, and without the target of a link that the text before it repeats. */
export function withoutNoise(text: string): string {
  return text.replace(contentId, '').replace(link, (whole, scheme: string, target: string, at: number, all: string) => {
    const label = all.slice(Math.max(0, at - target.length - 20), at)
    if (isSame(label, scheme.toLowerCase(), target)) return ''
    return scheme.toLowerCase() === 'mailto:' ? ` <${target}>` : whole
  })
}

/** Whether the text before a link ends with its target. */
function isSame(label: string, scheme: string, target: string): boolean {
  if (scheme === 'tel:') {
    const number = digitsOf(target)
    const word = /[\d\s()/+-]*$/.exec(label.slice(-40))?.[0] ?? ''
    return number.length > 4 && digitsOf(word).endsWith(number.slice(-7)) && digitsOf(word).length >= number.length - 2
  }
  const [plain = ''] = scheme === 'mailto:' ? target.split('?', 1) : [target]
  return bare(label).endsWith(bare(plain)) && /(?:^|[\s([<"'/@])$/.test(beginningOf(label, plain))
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
const bare = (text: string) => text.toLowerCase().replace(/\/$/, '')

/** The text before the target: 'www.x.se' ends with 'x.se' but is another address. */
function beginningOf(label: string, plain: string): string {
  const end = label.endsWith('/') ? label.length - 1 : label.length
  return label.slice(0, Math.max(0, end - bare(plain).length))
}
